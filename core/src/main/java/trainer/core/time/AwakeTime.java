package trainer.core.time;

import java.time.Duration;

/**
 * Time during which its owner was awake. Of a pause of the process (SIGSTOP, garbage collection)
 * only half a second counts: messages that others sent in time may wait in the mailbox when it
 * ends.
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

  /** The latest value. */
  public long last() {
    return awake;
  }
}
