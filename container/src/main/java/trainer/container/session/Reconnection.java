package trainer.container.session;

import java.time.Duration;

/**
 * The schedule of attempts to reconnect to the master, and their end. Pure.
 *
 * <p>After a break the first attempt comes at once, the others after 50 ms, 100 ms, ... up to one
 * second.
 *
 * <p>Shortly before the patience ends the master is in doubt. From then on the session checks
 * before each attempt that a process listens at the master's address. If none does, the master is
 * gone. A machine starved of processor time is slow in a handshake, but its kernel still accepts
 * connections. With a listening process the attempts therefore continue for {@value #TIMES} times
 * the patience.
 */
final class Reconnection {
  /** The time limit of the check for a listening process. */
  static final Duration CHECK_LIMIT = Duration.ofMillis(500);

  private static final int TIMES = 4;
  private static final long FIRST_NANOS = Duration.ofMillis(50).toNanos();
  private static final long MOST_NANOS = Duration.ofSeconds(1).toNanos();

  private final long doubtNanos;
  private final long mostNanos;
  private long brokenAt;
  private long pause;

  Reconnection(Duration patience, long nowNanos) {
    this.doubtNanos = Math.max(patience.toNanos() / 2, patience.minus(CHECK_LIMIT).toNanos());
    this.mostNanos = TIMES * patience.toNanos();
    onBroken(nowNanos);
  }

  /** Records that the stream broke. */
  void onBroken(long nowNanos) {
    brokenAt = nowNanos;
    pause = 0;
  }

  /** Whether a further attempt requires a listening process at the master's address. */
  boolean isInDoubt(long nowNanos) {
    return nowNanos - brokenAt >= doubtNanos;
  }

  /** Whether to give up the master even if a process listens. */
  boolean isOver(long nowNanos) {
    return nowNanos - brokenAt >= mostNanos;
  }

  /** The time limit of the next attempt. */
  Duration timeLimit(long nowNanos) {
    long until = brokenAt + (isInDoubt(nowNanos) ? mostNanos : doubtNanos);
    return Duration.ofNanos(Math.max(0, until - nowNanos));
  }

  /**
   * The same where another master may take over: {@code oneTry}, or half of the time since the
   * break if that is more.
   */
  Duration timeLimit(long nowNanos, Duration oneTry) {
    Duration left = timeLimit(nowNanos);
    Duration some = waited(nowNanos).dividedBy(2);
    Duration most = some.compareTo(oneTry) > 0 ? some : oneTry;
    return left.compareTo(most) > 0 ? most : left;
  }

  /** The time since the break. */
  Duration waited(long nowNanos) {
    return Duration.ofNanos(nowNanos - brokenAt);
  }

  /** The pause before the next attempt; each call doubles the following pause. */
  long nextPauseNanos(long nowNanos) {
    long now = Math.min(pause, timeLimit(nowNanos).toNanos());
    pause = pause == 0 ? FIRST_NANOS : Math.min(MOST_NANOS, 2 * pause);
    return now;
  }
}
