package trainer.worker.pool;

/**
 * The rows of a job that other workers compute, as the master reports them now and then. Between
 * reports they are taken to grow as before. Confined to one thread.
 */
final class RowsElsewhere {
  private long rows;
  private long at;
  private double perNano;
  private boolean isKnown;

  /** Rows are counted anew. */
  void restart() {
    rows = 0;
    perNano = 0;
    isKnown = false;
  }

  /** So many rows by now. */
  void onReport(long now, long nanos) {
    if (isKnown && nanos > at) {
      perNano = Math.max(0, (now - rows) / (double) (nanos - at));
    }
    rows = now;
    at = nanos;
    isKnown = true;
  }

  /** The rows at this time, about. */
  double at(long nanos) {
    return rows + perNano * (nanos - at);
  }
}
