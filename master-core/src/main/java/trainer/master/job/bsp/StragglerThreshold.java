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

  private static final long UNKNOWN = Long.MAX_VALUE;

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
   * The time that a share may take without lagging, in nanoseconds; {@code Long.MAX_VALUE} while it
   * is unknown.
   *
   * @param shares of the version
   */
  long allowed(int shares) {
    int known = Math.max(1, Math.min(shares - 1, (int) Math.ceil(DONE * shares)));
    long median = median();
    if (early + times.size() < known || median == UNKNOWN) {
      return UNKNOWN;
    }
    return median + Math.max((long) ((FACTOR - 1) * median), LEAST);
  }

  /**
   * The median time of a share, in nanoseconds; {@code Long.MAX_VALUE} before the first measured
   * one.
   */
  long median() {
    if (times.isEmpty()) {
      return medianBefore;
    }
    times.sort(null);
    return times.getLong((times.size() - 1) / 2);
  }
}
