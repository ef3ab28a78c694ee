package trainer.master.session;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.config.Settings;
import trainer.core.fact.JobFact;
import trainer.core.fact.SessionFact;
import trainer.core.failure.Failure;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.core.text.Quantity;
import trainer.core.time.Moment;
import trainer.master.fleet.FleetEvent;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobView;
import trainer.master.pool.Pool;
import trainer.master.session.api.SessionEffect;
import trainer.master.session.api.SessionView;

/**
 * The pure core of one master. It carries one job that was submitted with it, or a session: then it
 * accepts jobs while it runs, and ends when it is asked to.
 *
 * <p>{@link CarriedJobs} has the jobs and their containers, {@link SessionJobs} what the log says
 * of the session.
 *
 * <p>Confined to one thread.
 */
public final class Session {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);
  private static final String NOT_HERE = "this master carries no session, or does not lead it yet";

  /** How often the rates of a pool are shown. */
  private static final long SHOW = Duration.ofSeconds(1).toNanos();

  private final CarriedJobs carried = new CarriedJobs();

  /** Null in a master that carries one job. */
  private SessionJobs jobs;

  /** Null until this master leads. */
  private Event.Leads leads;

  private long shownAt;

  /** Handles one event and returns the resulting actions. */
  public List<Action> handle(Event event, Moment at) {
    carried.begin(at);
    event.to(new Dispatch());
    return carried.end();
  }

  /** The latest time at which {@link Event.Tick} is due, in the clock of {@link Moment#nanos}. */
  public long nextDeadline() {
    return carried.nextDeadline();
  }

  /**
   * The current state of a job, for tests and the report; other readers use the published views.
   */
  public Optional<JobView> view(JobId job) {
    return carried.view(job);
  }

  private boolean isLeadingSession() {
    return jobs != null && leads != null;
  }

  private void record(SessionFact fact) {
    jobs.take(fact);
    carried.act(new Action.Append(null, fact, Action.Durability.BEFORE_WHAT_FOLLOWS));
  }

  private void act(SessionEffect effect) {
    carried.act(new Action.OfSession(effect));
  }

  private void answer(long question, boolean accepted, String message) {
    act(new SessionEffect.Answer(question, accepted, message));
  }

  private void accept(Event.JobAsked event) {
    JobId job = event.spec().id();
    long millis = carried.now().millis();
    record(SessionJobs.accept(event.spec(), event.digest(), carried.now()));
    carried.act(
        new Action.Append(
            job,
            new JobFact.TermTaken(leads.term(), leads.address(), millis),
            Action.Durability.BEHIND));
    carried.hold(event.spec(), event.specText(), List.of(), event.digest());
    act(new SessionEffect.Admit(job));
    carried.deliver(job, new JobEvent.Started(leads.term(), leads.silentHost()));
    show();
  }

  /** Records that the session is to end; a request that changes nothing is not recorded. */
  private void askEnd(JobState state, String by) {
    if (!jobs.isHarder(state)) {
      return;
    }
    record(new SessionFact.EndAsked(state.name(), by, carried.now().millis()));
    if (state == JobState.KILLED) {
      carried.deliverToAll(new JobEvent.KillAsked(by));
    }
  }

  /** Shows the session, and ends it if nothing is left to do. */
  private void show() {
    SessionView view = jobs.view().with(carried.pool().map(Pool::view).orElse(null));
    act(new SessionEffect.Show(view));
    shownAt = carried.now().nanos();
    if (view.isOver()) {
      carried.pool().ifPresent(Pool::end);
      if (carried.pool().map(Pool::isGone).orElse(true)) {
        act(new SessionEffect.Over(view.end()));
      }
    }
  }

  private final class Dispatch implements Event.Handler {
    @Override
    public void on(Event.Remembered event) {
      carried.remember(event.fleet(), event.container());
    }

    @Override
    public void on(Event.Begun event) {
      jobs = new SessionJobs(event.spec(), carried.remembered());
      carried.watchNodes(Settings.of(event.spec().settings()));
      carried.keepStandby(event.spec());
      if (event.spec().hasPool()) {
        carried.open(event.spec());
      }
    }

    @Override
    public void on(Event.Submitted event) {
      JobSpec spec = event.spec();
      if (carried.contains(spec.id())) {
        LOG.warn("{} is known already, ignored", spec.id());
        return;
      }
      if (jobs == null) {
        carried.watchNodes(Settings.of(spec.settings()));
        carried.keepStandby(spec);
      }
      String digest = jobs == null ? "" : jobs.digest(spec.id());
      carried.hold(spec, event.specText(), event.remembered(), digest);
    }

    @Override
    public void on(Event.Leads event) {
      leads = event;
      carried.lead(event);
      if (jobs != null) {
        if (jobs.end() == JobState.KILLED) {
          carried.deliverToAll(new JobEvent.KillAsked(jobs.endedBy()));
        }
        show();
      }
    }

    @Override
    public void on(Event.Followed event) {
      carried.standby().ifPresent(one -> one.onFollowed(event.container()));
    }

    @Override
    public void on(Event.Unfollowed event) {
      carried.standby().ifPresent(one -> one.onUnfollowed(event.container()));
    }

    @Override
    public void on(Event.JobAsked event) {
      JobId job = event.spec().id();
      if (!isLeadingSession()) {
        answer(event.question(), false, NOT_HERE);
        return;
      }
      if (!jobs.contains(job, event.digest())) {
        Optional<String> refusal = jobs.refusal(event.spec());
        if (refusal.isPresent()) {
          answer(event.question(), false, refusal.get());
          return;
        }
        accept(event);
      }
      answer(event.question(), true, job + " is accepted");
    }

    @Override
    public void on(Event.EndAsked event) {
      if (!isLeadingSession()) {
        answer(event.question(), false, NOT_HERE);
        return;
      }
      askEnd(event.state(), event.by());
      int left = jobs.running().size();
      answer(
          event.question(),
          true,
          "the session ends" + (left == 0 ? "" : " after " + Quantity.of(left, "job") + " of it"));
      show();
    }

    @Override
    public void on(Event.Reported event) {
      Optional<JobView> last = carried.view(event.job());
      if (jobs == null || last.isEmpty()) {
        return;
      }
      forget(event.job(), last.get().state(), last.get().failure());
    }

    @Override
    public void on(Event.Lost event) {
      if (jobs != null) {
        forget(event.job(), JobState.FAILED, event.failure());
      }
    }

    private void forget(JobId job, JobState state, Failure failure) {
      record(
          new SessionFact.JobOver(
              job.number(),
              state.name(),
              failure == null ? "" : failure.message(),
              carried.now().millis()));
      carried.remove(job);
      act(new SessionEffect.Drop(job));
      show();
    }

    @Override
    public void on(Event.OfJob event) {
      carried.deliver(event.job(), event.event());
    }

    @Override
    public void on(Event.OfFleet event) {
      carried.deliver(event.event());
      if (event.event() instanceof FleetEvent.ShutdownOrdered ordered) {
        carried.deliverToAll(new JobEvent.ClusterLost(ordered.reason()));
        if (jobs != null) {
          askEnd(JobState.FAILED, ordered.reason());
          show();
        }
      }
    }

    @Override
    public void on(Event.Tick event) {
      carried.tick();
      boolean isStale = carried.now().nanos() - shownAt >= SHOW;
      if (isLeadingSession() && carried.pool().isPresent() && isStale) {
        show();
      }
    }
  }
}
