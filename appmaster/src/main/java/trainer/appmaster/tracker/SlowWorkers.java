package trainer.appmaster.tracker;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds workers that lag behind all the time, and not now and then: in most of the last versions,
 * and for five seconds. A worker that has only begun is let warm up; and after one is found, none
 * is for half a minute, twice that the next time and so on, so that a job whose machines are all
 * busy does not spend its time starting workers.
 */
final class SlowWorkers {
  private static final double NEWEST = 0.05;
  private static final double SLOW = 0.5;
  private static final double WELL = 0.4;
  private static final long WARM = Duration.ofSeconds(10).toNanos();
  private static final long FOR = Duration.ofSeconds(5).toNanos();
  private static final long AFTER = Duration.ofSeconds(30).toNanos();
  private static final long MOST_AFTER = Duration.ofMinutes(30).toNanos();
  private static final long NEVER = Long.MAX_VALUE;

  private static final class Standing {
    private final long since;
    private double late;
    private double times = 1;
    private long slowSince = NEVER;
    private long last;

    Standing(long since) {
      this.since = since;
    }
  }

  private final Map<Long, Standing> standings = new HashMap<>();
  private long notBefore = Long.MIN_VALUE;
  private long pause = AFTER;

  /**
   * A worker had something to do of a version that is built now.
   *
   * @param late whether it lagged behind
   * @param times how many times the median it took
   */
  void built(long worker, boolean late, double times, long now) {
    Standing of = standings.computeIfAbsent(worker, none -> new Standing(now));
    of.last = now;
    if (now - of.since < WARM) {
      return;
    }
    of.times += NEWEST * (times - of.times);
    counted(of, late, now);
  }

  /** A version was built without a worker, since it lagged and says nothing. */
  void builtWithout(long worker, long now) {
    Standing of = standings.computeIfAbsent(worker, none -> new Standing(now));
    of.last = now;
    if (now - of.since >= WARM) {
      counted(of, true, now);
    }
  }

  private static void counted(Standing of, boolean late, long now) {
    of.late += NEWEST * ((late ? 1 : 0) - of.late);
    if (of.late < WELL) {
      of.slowSince = NEVER;
    } else if (of.late >= SLOW && of.slowSince == NEVER) {
      of.slowSince = now;
    }
  }

  /** Whether a worker is to be replaced; if so, it counts as found. */
  boolean isFound(long worker, long now) {
    Standing of = standings.get(worker);
    if (of == null || of.slowSince == NEVER || of.last - of.slowSince < FOR || now < notBefore) {
      return false;
    }
    notBefore = now + pause;
    pause = Math.min(2 * pause, MOST_AFTER);
    return true;
  }

  /** How many times as long as the median a worker takes. */
  double times(long worker) {
    Standing of = standings.get(worker);
    return of == null ? 1 : of.times;
  }

  /** A worker is gone. */
  void forget(long worker) {
    standings.remove(worker);
  }
}
