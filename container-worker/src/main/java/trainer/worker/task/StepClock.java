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

  /** Whether this worker waits for the slowest count, to start its own from it. */
  private boolean isHeld;

  private FromWorker.Clock sent;

  /** Takes a pace. */
  public void onPace(ToWorker.Pace message) {
    onPace(message, false);
  }

  /**
   * Takes a pace that arrived with assigned tasks.
   *
   * @param isFresh whether the worker has none of the tasks that the master assigned to it. Under a
   *     higher term it then starts to count at the slowest worker's number, once that is known. So
   *     does a worker whose count is 0: the new master does not count it.
   */
  public void onPace(ToWorker.Pace message, boolean isFresh) {
    boolean isKnown = message.slowest() != ToWorker.Pace.UNKNOWN;
    if ((isFresh || next == 0) && message.term().number() > term.number()) {
      isHeld = true;
      slowest = 0;
      next = 0;
    }
    term = message.term();
    bound = message.bound();
    if (isKnown) {
      isHeld = false;
      slowest = Math.max(slowest, message.slowest());
      next = Math.max(next, slowest);
    }
  }

  /** Whether steps are numbered and bounded. */
  public boolean isBounded() {
    return bound != NO_BOUND;
  }

  /** Whether the bound allows another step to begin. */
  public boolean mayBegin() {
    return !isHeld && next - slowest <= bound;
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
