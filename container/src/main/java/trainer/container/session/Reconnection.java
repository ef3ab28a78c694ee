package trainer.container.session;

import java.time.Duration;

/**
 * When to try the master again, and when to give it up: pure.
 *
 * <p>After a break the first try comes at once, then after 50 ms, 100 ms, ... up to one second, and
 * none begins later than the orphan's patience after the break.
 */
final class Reconnection {
  private static final long FIRST_NANOS = Duration.ofMillis(50).toNanos();
  private static final long MOST_NANOS = Duration.ofSeconds(1).toNanos();

  private final long patienceNanos;
  private long brokenAt;
  private long pause;

  Reconnection(Duration patience, long nowNanos) {
    this.patienceNanos = patience.toNanos();
    broken(nowNanos);
  }

  /** The stream has just broken. */
  void broken(long nowNanos) {
    brokenAt = nowNanos;
    pause = 0;
  }

  /** Whether the master is to be given up. */
  boolean isOver(long nowNanos) {
    return nowNanos - brokenAt >= patienceNanos;
  }

  /** What is left until then. */
  Duration left(long nowNanos) {
    return Duration.ofNanos(Math.max(0, brokenAt + patienceNanos - nowNanos));
  }

  /** How long to wait before the next try, and then a longer time the next time. */
  long nextPauseNanos(long nowNanos) {
    long now = Math.min(pause, left(nowNanos).toNanos());
    pause = pause == 0 ? FIRST_NANOS : Math.min(MOST_NANOS, 2 * pause);
    return now;
  }
}
