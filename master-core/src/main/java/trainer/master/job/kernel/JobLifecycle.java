package trainer.master.job.kernel;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.job.JobState;

/**
 * The state of a job, and how it is going to end. The first verdict stands: what goes wrong while a
 * job winds down is a consequence, never the cause. It is recorded before anybody is told.
 */
public final class JobLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(JobLifecycle.class);

  private final JobContext context;
  private final LoggedCauses causes = new LoggedCauses();
  private boolean visible;
  private JobState heldBack;
  private Failure heldBackWhy;

  /**
   * Where an earlier master may have published the model, it counts as visible until it is found.
   */
  public JobLifecycle(JobContext context) {
    this.context = context;
    this.visible = context.history().isPublishing() && context.history().modelId() == null;
  }

  public JobState state() {
    return context.history().state();
  }

  /** Enters a state if the table allows it; otherwise says so and changes nothing. */
  public boolean enter(JobState next) {
    if (!state().mayBecome(next)) {
      LOG.warn("{}: {} does not follow {}, ignored", context.spec().id(), next, state());
      return false;
    }
    context.record(new Fact.StateEntered(next, context.millis(), next.isEnd() ? failure() : null));
    LOG.info("{}: {}", context.spec().id(), next);
    return true;
  }

  /** The job is to end FAILED for this reason, unless its end is decided already. */
  public void fail(Failure why) {
    end(JobState.FAILED, why);
  }

  /** The job is to end {@code as} for this reason, unless its end is decided already. */
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
   * The model is about to become visible where it was asked for: how the job ends is from here on a
   * matter of {@link #settle} alone, whoever is lost or asks for what.
   */
  public void becomesVisible() {
    visible = true;
  }

  /** The model is not where it was asked for after all: what was decided meanwhile counts. */
  public void staysInvisible() {
    visible = false;
    if (heldBack != null) {
      end(heldBack, heldBackWhy);
    }
  }

  /** The model is in its place, or could not be brought there; {@code why} is null if it is. */
  public void settle(JobState as, Failure why) {
    if (!isDecided()) {
      decide(as, why);
    }
  }

  private void decide(JobState as, Failure why) {
    context.record(new Fact.EndDecided(as, why, context.millis()));
    if (why != null) {
      var unused = causes.isNews(why);
      LOG.error("{}: {}", context.spec().id(), why.message());
    }
  }

  /** Whether it is decided how the job ends. */
  public boolean isDecided() {
    return context.history().decided() != null;
  }

  /** How the job ends, or null while it goes on. */
  public JobState verdict() {
    return isDecided() ? context.history().decided().state() : null;
  }

  public Failure failure() {
    return context.history().failure();
  }
}
