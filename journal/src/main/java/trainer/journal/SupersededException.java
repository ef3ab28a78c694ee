package trainer.journal;

/**
 * Thrown when a higher term was taken: this master does not lead any more and has to end itself.
 */
public final class SupersededException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** A loss of leadership that the cluster reported rather than the store. */
  public SupersededException(String why) {
    super(why);
  }

  public SupersededException(long ours, long higher) {
    super("term " + ours + " was superseded by term " + higher);
  }
}
