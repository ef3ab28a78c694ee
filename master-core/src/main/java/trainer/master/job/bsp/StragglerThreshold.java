package trainer.master.job.bsp;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.time.Duration;

/**
 * The time from which on a share of the version being built lags: {@value #FACTOR} times the median
 * of the finished shares. It is known once three quarters are finished, or all but one. The limit
 * is at least {@link #LEAST} above the median.
 *
 * <p>Example: of four shares three took 100, 110 and 140 ms; the last one lags from 165 ms on.
 *
 * <p>A second worker would have to decode the units of a share as a whole. That must be worth it:
 * the limit is higher by the median for each further block that is decoded for a block of the
 * share, at most by {@link #MOST_FOR_UNITS}.
 *
 * <p>A share that was finished early, before its version was the one being built, counts as
 * finished. Its time is unknown and enters no median. If all finished shares were early, the median
 * of the newest version with a measured share is used.
 */
final class StragglerThreshold {
  /** How many times the median a share that lags takes at least. */
  static final double FACTOR = 1.5;

  private static final double DONE = 0.75;

  /** The time by which equal work differs on a busy machine. */
  private static final long LEAST = Duration.ofMillis(30).toNanos();

  private static final long MOST_FOR_UNITS = Duration.ofSeconds(1).toNanos();

  static final long UNKNOWN = Long.MAX_VALUE;

  private final LongArrayList times = new LongArrayList();
  private int early;
  private long medianBefore = UNKNOWN;

  /** Starts another version. */
  void clear() {
    medianBefore = median();
    times.clear();
    early = 0;
  }

  /** A share is done. */
  void add(long nanos) {
    times.add(Math.max(0, nanos));
  }

  /** A share was done before its version was the one being built. */
  void onEarly() {
    early++;
  }

  /**
   * The median time of a share, in nanoseconds; {@link #UNKNOWN} while too few are finished for a
   * limit.
   *
   * @param shares of the version
   */
  long expected(int shares) {
    int known = Math.max(1, Math.min(shares - 1, (int) Math.ceil(DONE * shares)));
    return early + times.size() < known ? UNKNOWN : median();
  }

  /**
   * The time that a share may take without lagging, in nanoseconds.
   *
   * @param expected the median time; not {@link #UNKNOWN}
   * @param decoded blocks that are decoded for a block of the share, 1 or more
   */
  static long allowed(long expected, double decoded) {
    long least = expected + Math.max((long) ((FACTOR - 1) * expected), LEAST);
    return least + Math.min((long) ((decoded - 1) * expected), MOST_FOR_UNITS);
  }

  /** The median time of a share, in nanoseconds; {@link #UNKNOWN} before the first measured one. */
  long median() {
    if (times.isEmpty()) {
      return medianBefore;
    }
    times.sort(null);
    return times.getLong((times.size() - 1) / 2);
  }
}
