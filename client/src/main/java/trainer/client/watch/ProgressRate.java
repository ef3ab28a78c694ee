package trainer.client.watch;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The speed of a job: the records and the part of the work done over the last ten seconds.
 *
 * <p>A master counts once a second and is observed four times a second, so only observations with a
 * changed count are kept. The rate is taken between the oldest and the newest of these. It keeps
 * its value after training has ended. With counts of 0 at 0 s, 100 at 1 s, and 250 at 3 s the rate
 * is 250 / 3 records a second, at any later time.
 *
 * <p>Training stands still when its count has not changed for five seconds, and for three times its
 * usual interval of change.
 */
final class ProgressRate {
  private static final long WINDOW_NANOS = 10_000_000_000L;
  private static final double NANOS = 1e9;
  private static final double STILL_SECONDS = 5;
  private static final int STILL_CHANGES = 3;

  private record Count(long nanos, long records, double done) {}

  private final Deque<Count> counts = new ArrayDeque<>();
  private long seenAt;
  private long movedAt;

  /**
   * Records an observation.
   *
   * @param isTraining whether the count should grow
   */
  void observe(long records, double done, boolean isTraining, long nowNanos) {
    Count last = counts.peekLast();
    boolean isSame = last != null && records == last.records();
    seenAt = nowNanos;
    if (!isSame || !isTraining || done >= 1) {
      movedAt = nowNanos;
    }
    if (isSame || (last != null && last.done() >= 1)) {
      return;
    }
    if (last != null && records < last.records()) {
      counts.clear(); // another master counts from 0 again
    }
    counts.add(new Count(nowNanos, records, done));
    // A rate needs two counts, even if both are old.
    while (counts.size() > 2 && nowNanos - counts.getFirst().nanos() > WINDOW_NANOS) {
      counts.removeFirst();
    }
  }

  /** Records a second; 0 if unknown. */
  double recordsPerSecond() {
    return counts.size() < 2
        ? 0
        : (counts.getLast().records() - counts.getFirst().records()) / seconds();
  }

  /** Seconds until the work is done at this rate; NaN if unknown. */
  double secondsLeft() {
    if (counts.size() < 2) {
      return Double.NaN;
    }
    double gained = counts.getLast().done() - counts.getFirst().done();
    return gained > 0 ? (1 - counts.getLast().done()) * seconds() / gained : Double.NaN;
  }

  /** Seconds for which training has stood still; 0 while it makes progress. */
  double secondsStill() {
    double still = (seenAt - movedAt) / NANOS;
    double change = counts.size() < 2 ? 0 : seconds() / (counts.size() - 1);
    return still >= Math.max(STILL_SECONDS, STILL_CHANGES * change) ? still : 0;
  }

  private double seconds() {
    return (counts.getLast().nanos() - counts.getFirst().nanos()) / NANOS;
  }
}
