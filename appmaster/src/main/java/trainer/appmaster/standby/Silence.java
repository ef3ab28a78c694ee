package trainer.appmaster.standby;

import java.time.Duration;

/**
 * How long another process has been silent, in time during which this process was awake. A pause of
 * this process counts as one period: what was sent meanwhile has not been read yet. Pure; confined
 * to one thread.
 */
final class Silence {
  private final long limitNanos;
  private final long periodNanos;
  private long lastNanos;
  private long silentNanos;

  /**
   * @param period the usual time between two calls of {@link #isOver}
   */
  Silence(Duration limit, Duration period, long nowNanos) {
    this.limitNanos = limit.toNanos();
    this.periodNanos = period.toNanos();
    this.lastNanos = nowNanos;
  }

  /** The other process has been heard. */
  void onHeard() {
    silentNanos = 0;
  }

  /** Whether it has been silent for longer than the limit. */
  boolean isOver(long nowNanos) {
    return isOver(nowNanos, Duration.ofNanos(periodNanos));
  }

  /** The same after an attempt of this process that may have taken {@code attempt}. */
  boolean isOver(long nowNanos, Duration attempt) {
    long passed = nowNanos - lastNanos;
    lastNanos = nowNanos;
    silentNanos += passed > 2 * attempt.toNanos() ? attempt.toNanos() : passed;
    return silentNanos > limitNanos;
  }
}
