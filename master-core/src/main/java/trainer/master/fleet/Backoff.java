package trainer.master.fleet;

import java.time.Duration;

/**
 * The delay before a failed process is asked for again: none at first, then 1, 2, 4 … 30 s. After a
 * minute without failures it restarts.
 */
final class Backoff {
  private static final long FIRST = Duration.ofSeconds(1).toNanos();
  private static final long MOST = Duration.ofSeconds(30).toNanos();
  private static final long QUIET = Duration.ofMinutes(1).toNanos();

  private int failures;
  private long lastFailure;
  private long notBefore = Long.MIN_VALUE;

  void onFailed(long nanos) {
    if (failures > 0 && nanos - lastFailure > QUIET) {
      failures = 0;
    }
    lastFailure = nanos;
    failures++;
    if (failures > 1) {
      // the inner bound keeps the shift from overflowing
      notBefore = nanos + Math.min(MOST, FIRST << Math.min(10, failures - 2));
    }
  }

  boolean isOver(long nanos) {
    return notBefore == Long.MIN_VALUE || nanos >= notBefore;
  }

  /** The time at which asking is allowed again. */
  long until() {
    return notBefore;
  }
}
