package trainer.master.sharing;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The speed of a job's model in a worker, from reports of rows and the seconds in which workers
 * were busy with them: of the last ten seconds, and of as much time before as makes a quarter of a
 * busy second. Confined to one thread.
 */
public final class MeasuredSpeed {
  private static final long WINDOW = Duration.ofSeconds(10).toNanos();
  private static final long LEAST_BUSY = Duration.ofMillis(250).toNanos();

  private record Report(long at, long rows, long busyNanos) {}

  private final double expected;
  private final Deque<Report> reports = new ArrayDeque<>();
  private long rows;
  private long busyNanos;

  /**
   * @param expected rows a second until it is measured; NaN if nobody knows
   */
  public MeasuredSpeed(double expected) {
    this.expected = expected;
  }

  /**
   * Workers have scored rows.
   *
   * @param busy nanoseconds, the sum over the workers, without loading and without waiting for
   *     tasks
   * @param now in nanoseconds, never less than before
   */
  public void onScored(long scored, long busy, long now) {
    reports.addLast(new Report(now, scored, busy));
    rows += scored;
    busyNanos += busy;
    while (reports.peekFirst().at() < now - WINDOW
        && busyNanos - reports.peekFirst().busyNanos() >= LEAST_BUSY) {
      Report old = reports.removeFirst();
      rows -= old.rows();
      busyNanos -= old.busyNanos();
    }
  }

  /** Whether a quarter of a busy second is known. */
  public boolean isMeasured() {
    return busyNanos >= LEAST_BUSY && rows > 0;
  }

  /** Rows a second of a worker; until they are measured the expected ones, or NaN. */
  public double rowsPerSecond() {
    return isMeasured() ? rows * 1e9 / busyNanos : expected;
  }
}
