package trainer.core.time;

import java.time.Duration;

/**
 * Time as far as its owner was awake to see it: of a pause of the process (SIGSTOP, a collection of
 * garbage) only half a second counts. What others were given the time to say may wait in the
 * mailbox when it ends.
 */
public final class AwakeTime {
  private static final long LONGEST_STEP = Duration.ofMillis(500).toNanos();

  private long seen = Long.MIN_VALUE;
  private long awake;

  /** Nanoseconds of waking time since the first call, at {@code nanos} of the clock. */
  public long at(long nanos) {
    if (seen != Long.MIN_VALUE) {
      awake += Math.min(LONGEST_STEP, Math.max(0, nanos - seen));
    }
    seen = nanos;
    return awake;
  }

  /** The same as it was last. */
  public long last() {
    return awake;
  }
}
