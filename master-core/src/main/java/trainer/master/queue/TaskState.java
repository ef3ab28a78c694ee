package trainer.master.queue;

/** Where a turn stands. */
public enum TaskState {
  /** To be given to a worker: never given yet, or taken back. */
  TODO,
  /** In a worker's hands. */
  PENDING,
  /** In nobody's hands: its gradients have a place in a version that is not committed yet. */
  ADMITTED,
  /** Finished. */
  DONE,
  /** Given up: it will not be tried again. */
  DISCARDED,
  /** There is no such turn. */
  UNKNOWN
}
