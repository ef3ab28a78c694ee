package trainer.pserver.protocol;

/** The header of pushed gradients, which identifies them in the answer. */
public sealed interface Gradients permits Push, Update {
  long line();

  long version();

  /** The number of the share, or of the update. */
  int number();
}
