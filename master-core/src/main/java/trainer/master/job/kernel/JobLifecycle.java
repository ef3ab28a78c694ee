package trainer.master.job.kernel;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.EndingFact;
import trainer.core.fact.JobFact;
import trainer.core.failure.Failure;
import trainer.core.job.JobState;
import trainer.master.job.api.JobEvent;

/**
 * The state of a job and its decided end. The first decision stands: a failure while the job winds
 * down is a consequence, not the cause. The decision is recorded before any process learns of it.
 */
public final class JobLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(JobLifecycle.class);

  private final JobContext context;
  private final LoggedCauses causes = new LoggedCauses();
  private boolean visible;
  private JobState heldBack;
  private Failure heldBackWhy;

  /**
   * Restores the state. If an earlier master may have published the model, the model counts as
   * visible until its publication is resolved.
   */
  public JobLifecycle(JobContext context) {
    this.context = context;
    this.visible = context.history().isPublishing() && context.history().modelId() == null;
  }

  public JobState state() {
    return context.history().state();
  }

  /**
   * Enters a state if {@link JobState} allows the transition; otherwise logs that and changes
   * nothing.
   */
  public boolean enter(JobState next) {
    if (!state().mayBecome(next)) {
      LOG.warn("{}: {} does not follow {}, ignored", context.spec().id(), next, state());
      return false;
    }
    context.record(
        new JobFact.StateEntered(next, context.millis(), next.isEnd() ? failure() : null));
    LOG.info("{}: {}", context.spec().id(), next);
    return true;
  }

  /** Logs an event that does not fit the present state, and drops it. */
  public void ignore(JobEvent event) {
    LOG.warn("{}: not expected in {}, ignored: {}", context.spec().id(), state(), event);
  }

  /** Decides that the job ends FAILED for this reason, unless its end is decided already. */
  public void fail(Failure why) {
    end(JobState.FAILED, why);
  }

  /**
   * Decides that the job ends in state {@code as} for this reason, unless its end is decided
   * already.
   */
  public void end(JobState as, Failure why) {
    if (visible && heldBack == null) {
      heldBack = as;
      heldBackWhy = why;
    }
    if (isDecided() || visible) {
      logConsequence(why);
      return;
    }
    decide(as, why);
  }

  private void logConsequence(Failure why) {
    if (causes.isNews(why)) {
      LOG.info("{}: its end is decided already; then: {}", context.spec().id(), why.message());
    }
  }

  /**
   * Marks the model as about to become visible at its output path. From here on only {@link
   * #settle} decides the end; other failures and requests are held back.
   */
  public void becomesVisible() {
    visible = true;
  }

  /** Handles a model that did not become visible: the first end held back meanwhile applies. */
  public void staysInvisible() {
    visible = false;
    if (heldBack != null) {
      end(heldBack, heldBackWhy);
    }
  }

  /** Decides the end after publication; {@code why} is null if the model is at its output path. */
  public void settle(JobState as, Failure why) {
    if (!isDecided()) {
      decide(as, why);
    }
  }

  private void decide(JobState as, Failure why) {
    context.record(new EndingFact.EndDecided(as, why, context.millis()));
    if (why != null) {
      var unused = causes.isNews(why);
      LOG.error("{}: {}", context.spec().id(), why.message());
    }
  }

  /** Whether the end of the job is decided. */
  public boolean isDecided() {
    return context.history().decided() != null;
  }

  /** The decided end state, or null while the job goes on. */
  public JobState verdict() {
    return isDecided() ? context.history().decided().state() : null;
  }

  public Failure failure() {
    return context.history().failure();
  }
}
