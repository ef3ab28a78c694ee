package trainer.appmaster.tracker;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.time.Duration;

/**
 * How long the shares of the version being built took, and from when on one that is not done lags
 * behind: after {@value #FACTOR} times the median of those that are done, once three quarters are,
 * or all but one. Example: of four shares three took 100, 110 and 140 ms; the last one lags from
 * 165 ms on.
 */
final class Lag {
  /** How many times the median a share that lags takes at least. */
  static final double FACTOR = 1.5;

  private static final double DONE = 0.75;

  /** What a busy machine makes of one and the same work is no lag. */
  private static final long LEAST = Duration.ofMillis(30).toNanos();

  private final LongArrayList took = new LongArrayList();

  /** Another version is being built. */
  void clear() {
    took.clear();
  }

  /** A share is done. */
  void took(long nanos) {
    took.add(Math.max(0, nanos));
  }

  /**
   * How long a share may take and not lag; {@code Long.MAX_VALUE} while that is not known.
   *
   * @param shares of the version
   */
  long allowed(int shares) {
    int known = Math.max(1, Math.min(shares - 1, (int) Math.ceil(DONE * shares)));
    if (took.size() < known) {
      return Long.MAX_VALUE;
    }
    long median = median();
    return median + Math.max((long) ((FACTOR - 1) * median), LEAST);
  }

  /** The median of those that are done, of which there is one at least. */
  long median() {
    took.sort(null);
    return took.getLong((took.size() - 1) / 2);
  }
}
