package trainer.pserver.protocol;

/** What came of the news that a version is committed. */
public enum Commitment {
  /** It was the next, and is committed here now. */
  DONE,
  /** It was committed here already, or belongs to a line that is void. */
  OLD_NEWS,
  /**
   * This copy cannot show that version complete: the master counted a copy that it should not have.
   * Ignored, and to be reported.
   */
  NOT_COMPLETE
}
