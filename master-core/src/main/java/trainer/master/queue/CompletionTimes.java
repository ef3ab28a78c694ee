package trainer.master.queue;

/**
 * How long tasks take: a moving average a block, and from it how long one may take. Before anything
 * was measured, and for anything short, a floor holds: a machine that stops for a moment is no
 * reason to compute a task twice.
 */
public final class CompletionTimes {
  private static final double NEWEST = 0.1;
  private static final int UNMEASURED = 10;

  private final double factor;
  private final long least;
  private double perBlock;

  /**
   * @param factor how many times the average a task may take
   * @param least nanoseconds any task may take; ten times that before anything was measured
   */
  public CompletionTimes(double factor, long least) {
    this.factor = factor;
    this.least = least;
  }

  /** So many blocks took so many nanoseconds. */
  public void measured(int blocks, long nanos) {
    double latest = (double) Math.max(1, nanos) / Math.max(1, blocks);
    perBlock = perBlock == 0 ? latest : perBlock + NEWEST * (latest - perBlock);
  }

  /** How long so many blocks may take, in nanoseconds. */
  public long allowed(int blocks) {
    if (perBlock == 0) {
      return least * UNMEASURED;
    }
    return Math.max(least, (long) (factor * perBlock * Math.max(1, blocks)));
  }
}
