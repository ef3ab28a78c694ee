package trainer.worker.task;

import java.util.Optional;
import trainer.core.id.Term;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.Staleness;
import trainer.core.message.ToWorker;

/**
 * The number of steps that this worker has begun, and the bound on its lead over the slowest
 * worker; see {@link ToWorker.Pace}. A step is numbered when it begins, which is when its pull is
 * sent. A worker that receives no pace is not bounded.
 */
public final class StepClock {
  private static final int NO_BOUND = -1;

  private Term term = Term.NONE;
  private int bound = NO_BOUND;
  private long slowest;
  private long next;
  private FromWorker.Clock sent;

  /** Takes a pace. */
  public void onPace(ToWorker.Pace message) {
    onPace(message, false);
  }

  /**
   * Takes a pace that arrived with assigned tasks.
   *
   * @param idle whether the worker holds no task. Under a higher term it is then new to that
   *     master, and starts to count at the slowest worker's number.
   */
  public void onPace(ToWorker.Pace message, boolean idle) {
    if (idle && message.term().number() > term.number()) {
      slowest = message.slowest();
      next = slowest;
    }
    term = message.term();
    bound = message.bound();
    slowest = Math.max(slowest, message.slowest());
    next = Math.max(next, slowest);
  }

  /** Whether steps are numbered and bounded. */
  public boolean isBounded() {
    return bound != NO_BOUND;
  }

  /** Whether the bound allows another step to begin. */
  public boolean mayBegin() {
    return next - slowest <= bound;
  }

  /** How far a step that begins now is ahead of the slowest worker. */
  public Staleness lead() {
    return Staleness.of((int) (next - slowest));
  }

  /** Begins a step and returns its number. */
  public long begin() {
    return next++;
  }

  /**
   * The worker's progress as a message to the master, if it has changed.
   *
   * @param oldest the lowest number of a step in progress, or a larger one than any
   */
  public Optional<FromMember> progress(long oldest) {
    if (!isBounded()) {
      return Optional.empty();
    }
    FromWorker.Clock clock = new FromWorker.Clock(term, Math.min(next, oldest), next);
    if (clock.equals(sent)) {
      return Optional.empty();
    }
    sent = clock;
    return Optional.of(clock);
  }

  /** Sends the progress again, because the master may have missed the last message. */
  public void repeatProgress() {
    sent = null;
  }
}
