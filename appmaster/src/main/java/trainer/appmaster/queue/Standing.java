package trainer.appmaster.queue;

/** Where a turn stands. */
public enum Standing {
  /** To be given to a worker: never given yet, or taken back. */
  TODO,
  /** In a worker's hands. */
  PENDING,
  /** Finished. */
  DONE,
  /** Given up: it will not be tried again. */
  DISCARDED,
  /** There is no such turn. */
  UNKNOWN
}
