package trainer.master.queue;

/**
 * A moving average of the time that a block takes, and the time allowed for a task derived from it.
 * A floor applies to short tasks and before the first measurement: a short pause of a machine is no
 * reason to compute a task twice.
 */
public final class CompletionTimes {
  private static final double NEWEST = 0.1;
  private static final int UNMEASURED = 10;

  /** How many times the average makes a task late, and the nanoseconds that it takes at least. */
  private static final double LATE = 2;

  private static final long LATE_LEAST = 1_000_000_000;

  private final double factor;
  private final long least;
  private double perBlock;

  /**
   * Creates an average without measurements.
   *
   * @param factor how many times the average a task may take
   * @param least nanoseconds any task may take; ten times that before the first measurement
   */
  public CompletionTimes(double factor, long least) {
    this.factor = factor;
    this.least = least;
  }

  /** Adds a measurement: so many blocks took so many nanoseconds. */
  public void addMeasurement(int blocks, long nanos) {
    double latest = (double) Math.max(1, nanos) / Math.max(1, blocks);
    perBlock = perBlock == 0 ? latest : perBlock + NEWEST * (latest - perBlock);
  }

  /** How many tasks of so many blocks take this time; 0 before the first measurement. */
  public int tasksIn(long nanos, int blocks) {
    return perBlock == 0
        ? 0
        : (int) Math.min(Integer.MAX_VALUE, nanos / (perBlock * Math.max(1, blocks)));
  }

  /** The time allowed for so many blocks, in nanoseconds. */
  public long allowed(int blocks) {
    if (perBlock == 0) {
      return least * UNMEASURED;
    }
    return Math.max(least, (long) (factor * perBlock * Math.max(1, blocks)));
  }

  /**
   * The time after which a task of so many blocks is late, in nanoseconds; {@code Long.MAX_VALUE}
   * before the first measurement.
   */
  public long late(int blocks) {
    return perBlock == 0
        ? Long.MAX_VALUE
        : Math.max(LATE_LEAST, (long) (LATE * perBlock * Math.max(1, blocks)));
  }
}
