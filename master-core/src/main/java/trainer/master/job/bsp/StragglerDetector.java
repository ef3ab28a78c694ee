package trainer.master.job.bsp;

import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import trainer.core.id.Incarnation;

/**
 * Finds workers that lag persistently: in most of the newest versions, and for five seconds. A
 * worker lags in a version if it exceeds the limit of {@link StragglerThreshold} and takes {@link
 * #LEAST} longer than the others. So mini-batches of milliseconds condemn no worker for delays of
 * the scheduler.
 *
 * <p>A worker in its first ten seconds is left to warm up. After one worker is found, no other is
 * found for half a minute, then for a minute and so on. So a job whose machines are all busy does
 * not spend its time on starting workers.
 */
final class StragglerDetector {
  private static final double NEWEST = 0.05;
  private static final double SLOW = 0.5;
  private static final double WELL = 0.4;
  private static final long WARM = Duration.ofSeconds(10).toNanos();
  private static final long FOR = Duration.ofSeconds(5).toNanos();
  private static final long AFTER = Duration.ofSeconds(30).toNanos();
  private static final long MOST_AFTER = Duration.ofMinutes(30).toNanos();
  private static final long LEAST = Duration.ofMillis(100).toNanos();
  private static final long NEVER = Long.MAX_VALUE;

  /**
   * Moving averages of the times of shares, in nanoseconds.
   *
   * @param own of one worker
   * @param others the medians of the same versions
   */
  record Times(double own, double others) {
    private static final Times NONE = new Times(0, 0);

    private Times plus(long newOwn, long newOthers) {
      return equals(NONE)
          ? new Times(newOwn, newOthers)
          : new Times(own + NEWEST * (newOwn - own), others + NEWEST * (newOthers - others));
    }

    /** {@code 7.2 s, the others 0.4 s}. */
    String inWords() {
      return String.format(Locale.ROOT, "%.1f s, the others %.1f s", own / 1e9, others / 1e9);
    }
  }

  private static final class Standing {
    private final long since;
    private double late;
    private Times times = Times.NONE;
    private long slowSince = NEVER;
    private long last;

    Standing(long since) {
      this.since = since;
    }
  }

  private final Map<Incarnation, Standing> standings = new HashMap<>();
  private long notBefore = Long.MIN_VALUE;
  private long pause = AFTER;

  /**
   * A version is built, and a worker had a share of it.
   *
   * @param exceeds whether it exceeded the limit of a share
   * @param took its time, in nanoseconds
   * @param others the median of all, in nanoseconds
   */
  void onBuilt(Incarnation worker, boolean exceeds, long took, long others, long now) {
    Standing of = seen(worker, now);
    if (isWarm(of, now)) {
      of.times = of.times.plus(took, others);
      count(of, exceeds && took - others >= LEAST, now);
    }
  }

  /** A version is built, and a worker did its share of it early. */
  void onBuiltEarly(Incarnation worker, long now) {
    Standing of = seen(worker, now);
    if (isWarm(of, now)) {
      count(of, false, now);
    }
  }

  /** A version is built without a worker that lagged and has not answered since. */
  void onBuiltWithout(Incarnation worker, long now) {
    Standing of = seen(worker, now);
    if (isWarm(of, now)) {
      count(of, true, now);
    }
  }

  private Standing seen(Incarnation worker, long now) {
    Standing of = standings.computeIfAbsent(worker, none -> new Standing(now));
    of.last = now;
    return of;
  }

  private static boolean isWarm(Standing of, long now) {
    return now - of.since >= WARM;
  }

  private static void count(Standing of, boolean late, long now) {
    of.late += NEWEST * ((late ? 1 : 0) - of.late);
    if (of.late < WELL) {
      of.slowSince = NEVER;
    } else if (of.late >= SLOW && of.slowSince == NEVER) {
      of.slowSince = now;
    }
  }

  /** Whether a worker is to be replaced; if so, it counts as found. */
  boolean isFound(Incarnation worker, long now) {
    Standing of = standings.get(worker);
    if (of == null || of.slowSince == NEVER || of.last - of.slowSince < FOR || now < notBefore) {
      return false;
    }
    notBefore = now + pause;
    pause = Math.min(2 * pause, MOST_AFTER);
    return true;
  }

  /** The moving averages of a worker's time for a share and of the median. */
  Times times(Incarnation worker) {
    Standing of = standings.get(worker);
    return of == null ? Times.NONE : of.times;
  }

  /** A worker is gone. */
  void forget(Incarnation worker) {
    standings.remove(worker);
  }
}
