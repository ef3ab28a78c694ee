package trainer.master.queue;

/** The state of a slot. */
public enum TaskState {
  /** To be assigned: never assigned yet, or returned. */
  TODO,
  /** Assigned to a worker. */
  PENDING,
  /** Computed: its gradients have a place in a version that is not committed yet. */
  ADMITTED,
  /** Finished. */
  DONE,
  /** Discarded: it is never computed again. */
  DISCARDED,
  /** There is no such slot. */
  UNKNOWN
}
