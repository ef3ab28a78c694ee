package trainer.worker.task;

import java.util.EnumMap;
import java.util.Map;
import trainer.core.message.TimeSpent;
import trainer.core.message.TimeSpent.Phase;

/**
 * Counts the time of each phase of a worker, which is in one phase at any moment. Times are
 * nanoseconds of a monotonic clock.
 */
public final class PhaseClock {
  private final Map<Phase, Long> nanos = new EnumMap<>(Phase.class);
  private Phase phase;
  private long since;
  private long finished;

  /** Enters a phase, or stays in it. */
  public void enter(Phase next, long now) {
    if (next != phase) {
      count(now);
      phase = next;
    }
  }

  /** Counts a finished share or step. */
  public void finish() {
    finished++;
  }

  /** The times until now. */
  public TimeSpent spent(long now) {
    count(now);
    return new TimeSpent(finished, nanos);
  }

  private void count(long now) {
    if (phase != null) {
      nanos.merge(phase, now - since, Long::sum);
    }
    since = now;
  }
}
