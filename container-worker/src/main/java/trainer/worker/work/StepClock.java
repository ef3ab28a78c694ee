package trainer.worker.work;

import java.util.List;
import java.util.Optional;
import trainer.core.message.FromMember;
import trainer.core.message.Staleness;
import trainer.core.message.ToMember;

/**
 * How far this worker is in its steps, and how far it may run ahead of the slowest: see {@link
 * ToMember.Pace}. Steps are numbered as they are begun, which is when they are pulled for. Whoever
 * is never told a pace runs as it can.
 */
final class StepClock {
  /** The number of a step that is not begun. */
  static final long NOT_BEGUN = -1;

  private static final int NO_BOUND = -1;

  private long term;
  private int bound = NO_BOUND;
  private long slowest;
  private long next;
  private FromMember.Clock said;

  void paced(ToMember.Pace message) {
    paced(message, false);
  }

  /**
   * A pace with what this worker is given.
   *
   * @param idle whether it holds nothing: then it is a new one to a new master, and counts from
   *     where that counts
   */
  void paced(ToMember.Pace message, boolean idle) {
    if (idle && message.term() > term) {
      slowest = message.slowest();
      next = slowest;
    }
    term = message.term();
    bound = message.bound();
    slowest = Math.max(slowest, message.slowest());
    next = Math.max(next, slowest);
  }

  /** Begins a step if that may be now; true, too, if it is begun already. */
  boolean begin(WorkItem step) {
    if (step.number != NOT_BEGUN || bound == NO_BOUND) {
      return true;
    }
    if (next - slowest > bound) {
      return false;
    }
    step.staleness = Staleness.of((int) (next - slowest));
    step.number = next++;
    return true;
  }

  /** What the master is to hear of how far this worker is, if that is news. */
  Optional<FromMember> news(List<WorkItem> works) {
    if (bound == NO_BOUND) {
      return Optional.empty();
    }
    long finished = next;
    for (WorkItem work : works) {
      if (work.number != NOT_BEGUN) {
        finished = Math.min(finished, work.number);
      }
    }
    FromMember.Clock clock = new FromMember.Clock(finished, next);
    if (clock.equals(said)) {
      return Optional.empty();
    }
    said = clock;
    return Optional.of(clock);
  }

  /** The master may not have heard the last. */
  void sayAgain() {
    said = null;
  }
}
