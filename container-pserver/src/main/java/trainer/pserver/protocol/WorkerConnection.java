package trainer.pserver.protocol;

/** The connection of a worker, to which the core sends answers. */
public interface WorkerConnection {
  /** The answer to a pull: the rows of {@code version} on {@code line}. */
  void values(long request, long line, long version, RowValues values);

  /**
   * Acknowledges gradients: the share is in the accumulator of every replica here or in a committed
   * version, or the update is applied.
   */
  void acknowledged(Gradients pushed);

  /** Refuses a pull. */
  void refused(long request, Refusal refusal);

  /** Refuses a push. */
  void refused(Gradients pushed, Refusal refusal);
}
