package trainer.pserver.protocol;

/** Who pulls and pushes: one connection of a worker, as the core answers it. */
public interface WorkerConnection {
  /** The answer to a pull: the rows of {@code version} on {@code line}. */
  void values(long request, long line, long version, RowValues values);

  /**
   * The share is in the accumulator of every copy here, or in a committed version; the update is
   * applied.
   */
  void acknowledged(Gradients pushed);

  /** The pull is refused. */
  void refused(long request, Refusal refusal);

  /** The push is refused. */
  void refused(Gradients pushed, Refusal refusal);
}
