package trainer.container.session;

import java.time.Duration;

/**
 * When to try the master again, and when to give it up: pure.
 *
 * <p>After a break the first try comes at once, then after 50 ms, 100 ms, ... up to one second.
 * Shortly before patience ends the master is in doubt: whether anybody listens at its address has
 * to be asked before every further try, and nobody there means that it is gone. A machine that is
 * starved of processor time takes long over a handshake, but its kernel says at once whether
 * somebody listens; so with an answer there the tries go on for {@value #TIMES} times the patience.
 */
final class Reconnection {
  /** How long the question may take whether anybody listens. */
  static final Duration ASKING = Duration.ofMillis(500);

  private static final int TIMES = 4;
  private static final long FIRST_NANOS = Duration.ofMillis(50).toNanos();
  private static final long MOST_NANOS = Duration.ofSeconds(1).toNanos();

  private final long doubtNanos;
  private final long mostNanos;
  private long brokenAt;
  private long pause;

  Reconnection(Duration patience, long nowNanos) {
    this.doubtNanos = Math.max(patience.toNanos() / 2, patience.minus(ASKING).toNanos());
    this.mostNanos = TIMES * patience.toNanos();
    broken(nowNanos);
  }

  /** The stream has just broken. */
  void broken(long nowNanos) {
    brokenAt = nowNanos;
    pause = 0;
  }

  /** Whether another try makes sense only if somebody listens at the master's address. */
  boolean isInDoubt(long nowNanos) {
    return nowNanos - brokenAt >= doubtNanos;
  }

  /** Whether the master is to be given up, whoever listens. */
  boolean isOver(long nowNanos) {
    return nowNanos - brokenAt >= mostNanos;
  }

  /** How long the next try may take. */
  Duration left(long nowNanos) {
    long until = brokenAt + (isInDoubt(nowNanos) ? mostNanos : doubtNanos);
    return Duration.ofNanos(Math.max(0, until - nowNanos));
  }

  /** How long it has been broken. */
  Duration waited(long nowNanos) {
    return Duration.ofNanos(nowNanos - brokenAt);
  }

  /** How long to wait before the next try, and then a longer time the next time. */
  long nextPauseNanos(long nowNanos) {
    long now = Math.min(pause, left(nowNanos).toNanos());
    pause = pause == 0 ? FIRST_NANOS : Math.min(MOST_NANOS, 2 * pause);
    return now;
  }
}
