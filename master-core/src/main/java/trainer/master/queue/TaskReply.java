package trainer.master.queue;

/** The reply to a worker that asks for tasks. */
public enum TaskReply {
  /** Tasks are assigned. */
  WORK,
  /** None now, but slots held by other workers may be returned. */
  WAIT,
  /** Every task is done or discarded. */
  NO_MORE
}
