package trainer.it.simulation.checks;

/**
 * For how long nothing has happened to a pool. Faults, jobs and workers that come or go, and speeds
 * that change disturb it. Services that begin, load or end are moves, which follow from that.
 */
public final class Calm {
  private long disturbedUntil;
  private long movedAt;

  /** Something happens at this time; it may be in the future. */
  public void disturb(long nanos) {
    disturbedUntil = Math.max(disturbedUntil, nanos);
  }

  /** A worker begins, loads or ends a service. */
  public void move(long nanos) {
    movedAt = Math.max(movedAt, nanos);
  }

  /** The time since the last disturbance. */
  long since(long nanos) {
    return nanos - disturbedUntil;
  }

  /** The time since the last disturbance or move. */
  long sinceMove(long nanos) {
    return nanos - Math.max(disturbedUntil, movedAt);
  }
}
