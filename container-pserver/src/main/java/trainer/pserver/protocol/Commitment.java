package trainer.pserver.protocol;

/** The outcome of a commit message. */
public enum Commitment {
  /** The version was the next, and is committed here now. */
  DONE,
  /** The version was committed here already, or belongs to a void line. */
  OLD_NEWS,
  /**
   * The version is not complete here: the master counted a replica that it should not have. Ignored
   * and reported.
   */
  NOT_COMPLETE
}
