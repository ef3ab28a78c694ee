package trainer.it.simulation.process;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import trainer.core.fact.SessionFact;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.it.simulation.checks.SimJournal;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.job.api.JobView;
import trainer.master.pool.PoolView;
import trainer.master.session.Event;
import trainer.master.session.api.SessionEffect;

/**
 * The session of a history with several jobs, as its clients see it. They ask until they are
 * answered, whichever master answers.
 */
final class SimSession implements SessionEffect.Handler {
  private static final int PATIENCE_MILLIS = 1000;
  private static final String DIGEST = "digest";

  private final World world;
  private final SimJournal journal;
  private final JobSpec spec;
  private final Map<Long, SimJob> asked = new HashMap<>();
  private final Set<JobId> accepted = new HashSet<>();
  private final Map<JobId, JobView> dropped = new HashMap<>();
  private long lastQuestion;
  private boolean over;

  SimSession(World world, SimJournal journal) {
    this.world = world;
    this.journal = journal;
    JobSpec first = world.scenario().jobs().get(0).spec();
    Map<String, String> settings = new HashMap<>(first.settings());
    settings.keySet().removeIf(key -> !key.startsWith("trainer.blacklist."));
    if (world.scenario().hasPool()) {
      settings.putAll(world.scenario().pool().settings());
    }
    if (world.scenario().hasStandby()) {
      settings.put("trainer.standby", "true");
    }
    this.spec =
        JobSpec.ofSession(
            first.id().application(),
            first.user(),
            first.folder(),
            settings,
            first.clientVersion());
  }

  JobSpec spec() {
    return spec;
  }

  /** A client asks for a job until it is accepted. */
  void submit(SimJob job) {
    if (accepted.contains(job.id())) {
      return;
    }
    long question = ++lastQuestion;
    asked.put(question, job);
    world.masters().tell(new Event.JobAsked(question, job.spec(), "{}", DIGEST));
    world.schedule().afterMillis(PATIENCE_MILLIS, () -> submit(job));
  }

  /** Notes the last view of a job whose report is written. */
  void reported(JobView last) {
    dropped.put(last.id(), last);
    world.disturb(0);
    boolean isLast = dropped.size() == world.scenario().jobs().size();
    if (isLast) {
      askEnd();
    }
  }

  private void askEnd() {
    if (!over) {
      world.masters().tell(new Event.EndAsked(++lastQuestion, JobState.EXITED, "alice"));
      world.schedule().afterMillis(PATIENCE_MILLIS, this::askEnd);
    }
  }

  /** The last view of a job that is over; null before. */
  JobView last(JobId job) {
    return dropped.get(job);
  }

  boolean isOver() {
    return over;
  }

  @Override
  public void on(SessionEffect.Answer effect) {
    SimJob job = asked.get(effect.question());
    if (!effect.accepted()) {
      return;
    }
    if (job == null) {
      journal.require(null, SessionFact.EndAsked.class, fact -> true, effect);
    } else {
      requireAccepted(job.id(), effect);
      accepted.add(job.id());
      world.disturb(0);
    }
  }

  private void requireAccepted(JobId job, SessionEffect effect) {
    journal.require(
        null, SessionFact.JobAccepted.class, fact -> fact.number() == job.number(), effect);
  }

  @Override
  public void on(SessionEffect.Admit effect) {
    requireAccepted(effect.job(), effect);
  }

  @Override
  public void on(SessionEffect.Drop effect) {
    journal.require(
        null, SessionFact.JobOver.class, fact -> fact.number() == effect.job().number(), effect);
  }

  @Override
  public void on(SessionEffect.Show effect) {
    PoolView pool = effect.view().pool();
    if (pool != null) {
      long term = world.masters().present().term().number();
      world.rates().shown(term, pool, world.schedule().nanos());
    }
  }

  @Override
  public void on(SessionEffect.Over effect) {
    journal.require(
        null, SessionFact.EndAsked.class, fact -> fact.state().equals("" + effect.state()), effect);
    Violation.unless(
        dropped.size() == world.scenario().jobs().size(),
        Invariant.NothingBeforeRecord,
        "the session is over before its jobs: " + dropped.keySet());
    over = true;
    world.cluster().finish();
  }
}
