package trainer.core.turns;

import java.time.Duration;

/**
 * The rows of a job that other workers compute, as the master reports them now and then. Between
 * reports they are taken to grow as before. Confined to one thread.
 */
public final class RowsElsewhere {
  /** The time between two reports that is long enough to measure the growth. */
  private static final long MEASURED = Duration.ofMillis(100).toNanos();

  private long rows;
  private long at;
  private long measuredRows;
  private long measuredAt;
  private double perNano;
  private boolean isKnown;

  /** Rows are counted anew. */
  public void restart() {
    rows = 0;
    perNano = 0;
    isKnown = false;
  }

  /** So many rows by now. */
  public void onReport(long now, long nanos) {
    boolean isMeasured = isKnown && nanos - measuredAt >= MEASURED;
    if (isMeasured) {
      perNano = Math.max(0, (now - measuredRows) / (double) (nanos - measuredAt));
    }
    if (isMeasured || !isKnown) {
      measuredRows = now;
      measuredAt = nanos;
    }
    rows = now;
    at = nanos;
    isKnown = true;
  }

  /** The rows at this time, about. */
  public double at(long nanos) {
    return rows + perNano * (nanos - at);
  }
}
