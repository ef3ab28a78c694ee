package trainer.pserver.protocol;

/** The header of pushed gradients, by which they are acknowledged or refused. */
public sealed interface Gradients permits Push, Update {
  long line();

  long version();

  /** The number of the share, or of the update. */
  int number();
}
