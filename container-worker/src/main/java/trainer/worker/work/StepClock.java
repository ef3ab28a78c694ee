package trainer.worker.work;

import java.util.List;
import java.util.Optional;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.Staleness;
import trainer.core.message.ToWorker;

/**
 * The number of steps that this worker has begun, and the bound on its lead over the slowest
 * worker; see {@link ToWorker.Pace}. A step is numbered when it begins, which is when its pull is
 * sent. A worker that receives no pace is not bounded.
 */
final class StepClock {
  /** The number of a step that has not begun. */
  static final long NOT_BEGUN = -1;

  private static final int NO_BOUND = -1;

  private long term;
  private int bound = NO_BOUND;
  private long slowest;
  private long next;
  private FromWorker.Clock said;

  void paced(ToWorker.Pace message) {
    paced(message, false);
  }

  /**
   * Takes a pace that arrived with assigned tasks.
   *
   * @param idle whether the worker holds no task. Under a higher term it is then new to that
   *     master, and starts to count at the slowest worker's number.
   */
  void paced(ToWorker.Pace message, boolean idle) {
    if (idle && message.term() > term) {
      slowest = message.slowest();
      next = slowest;
    }
    term = message.term();
    bound = message.bound();
    slowest = Math.max(slowest, message.slowest());
    next = Math.max(next, slowest);
  }

  /** Begins a step if the bound allows it; also true if it has begun already. */
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

  /** The worker's progress as a message to the master, if it has changed. */
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
    FromWorker.Clock clock = new FromWorker.Clock(finished, next);
    if (clock.equals(said)) {
      return Optional.empty();
    }
    said = clock;
    return Optional.of(clock);
  }

  /** Sends the progress again, because the master may have missed the last message. */
  void sayAgain() {
    said = null;
  }
}
