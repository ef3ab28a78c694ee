package trainer.master.session;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.failure.Failure;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;
import trainer.core.time.Moment;
import trainer.master.fleet.BlacklistTerms;
import trainer.master.fleet.ContainerSize;
import trainer.master.fleet.Fleet;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.fleet.FleetOutbox;
import trainer.master.job.JobCore;
import trainer.master.job.api.FleetRequest;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobOutbox;
import trainer.master.job.api.JobView;

/**
 * The pure core of one master: the cores of its jobs and the fleet of its containers. Requests and
 * events between them are delivered before the handling of an event ends. Everything else becomes
 * one ordered list of actions; see {@link Action}.
 *
 * <p>Confined to one thread.
 */
public final class Session {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  private final Map<JobId, JobCore> cores = new LinkedHashMap<>();
  private final Fleet fleet = new Fleet();
  private final Queue<Runnable> inner = new ArrayDeque<>();
  private List<Fact> remembered = List.of();
  private List<Action> actions = new ArrayList<>();
  private Moment now = new Moment(0, 0);

  /** Handles one event and returns the resulting actions. */
  public List<Action> handle(Event event, Moment at) {
    now = at;
    actions = new ArrayList<>();
    event.to(new Dispatch());
    for (Runnable next = inner.poll(); next != null; next = inner.poll()) {
      next.run();
    }
    return actions;
  }

  /** The latest time at which {@link Event.Tick} is due, in the clock of {@link Moment#nanos}. */
  public long nextDeadline() {
    long next = fleet.nextDeadline();
    for (JobCore core : cores.values()) {
      next = Math.min(next, core.nextDeadline());
    }
    return next;
  }

  /**
   * The current state of a job, for tests and the report; other readers use the published views.
   */
  public Optional<JobView> view(JobId job) {
    return Optional.ofNullable(cores.get(job)).map(JobCore::view);
  }

  private void deliver(JobId job, JobEvent event) {
    JobCore core = cores.get(job);
    if (core == null) {
      LOG.warn("there is no job {}, ignored: {}", job, event);
      return;
    }
    core.handle(event, now, new OfJob(job));
  }

  private final class Dispatch implements Event.Handler {
    @Override
    public void on(Event.Remembered event) {
      remembered = event.fleet();
      fleet.remember(remembered);
    }

    @Override
    public void on(Event.Submitted event) {
      JobSpec spec = event.spec();
      if (cores.containsKey(spec.id())) {
        LOG.warn("{} is known already, ignored", spec.id());
        return;
      }
      Settings settings = Settings.of(spec.settings());
      if (cores.isEmpty()) {
        // nodes serve all jobs of the application, so the limits of its first job hold
        fleet.terms(
            new BlacklistTerms(
                settings.get(Keys.BLACKLIST_FAILURES),
                settings.get(Keys.BLACKLIST_SLOW_SHARE),
                settings.get(Keys.BLACKLIST_PAROLE),
                settings.get(Keys.BLACKLIST_STRIKES)));
      }
      cores.put(spec.id(), new JobCore(spec, event.specText(), event.remembered(), remembered));
      fleet.add(
          spec.id(),
          Map.of(
              Role.PSERVER,
              new ContainerSize(
                  settings.get(Keys.PSERVER_MEMORY_MB), settings.get(Keys.PSERVER_VCORES)),
              Role.WORKER,
              new ContainerSize(
                  settings.get(Keys.WORKER_MEMORY_MB), settings.get(Keys.WORKER_VCORES))),
          settings.get(Keys.MEMORY_MAX_FACTOR));
    }

    @Override
    public void on(Event.OfJob event) {
      if (event.event() instanceof JobEvent.Started started) {
        fleet.lead(started.term());
      }
      deliver(event.job(), event.event());
    }

    @Override
    public void on(Event.OfFleet event) {
      fleet.handle(event.event(), now, new OfFleet());
      if (event.event() instanceof FleetEvent.ShutdownOrdered ordered) {
        for (JobId job : cores.keySet()) {
          deliver(job, new JobEvent.ClusterLost(ordered.reason()));
        }
      }
    }

    @Override
    public void on(Event.Tick event) {
      for (JobId job : cores.keySet()) {
        deliver(job, new JobEvent.Tick());
      }
      fleet.tick(now, new OfFleet());
    }
  }

  /** The outbox of one job: effects become actions, requests go to the fleet. */
  private final class OfJob implements JobOutbox {
    private final JobId job;

    OfJob(JobId job) {
      this.job = job;
    }

    @Override
    public void appendDurably(Fact fact) {
      actions.add(new Action.Append(job, fact, Action.Durability.BEFORE_WHAT_FOLLOWS));
    }

    @Override
    public void appendAsync(Fact fact) {
      actions.add(new Action.Append(job, fact, Action.Durability.BEHIND));
    }

    @Override
    public void act(JobEffect effect) {
      actions.add(new Action.OfJob(job, effect));
    }

    @Override
    public void ask(FleetRequest request) {
      inner.add(() -> request.to(new Requests(job)));
    }
  }

  /** Requests of one job to the fleet. */
  private final class Requests implements FleetRequest.Handler {
    private final JobId job;

    Requests(JobId job) {
      this.job = job;
    }

    @Override
    public void on(FleetRequest.Want request) {
      fleet.want(job, request.role(), request.indices(), request.hosts(), now, new OfFleet());
    }

    @Override
    public void on(FleetRequest.GiveBack request) {
      fleet.giveBack(request.containerId(), request.force(), now, new OfFleet());
    }

    @Override
    public void on(FleetRequest.Registered request) {
      fleet.onRegistered(request.containerId(), now, new OfFleet());
    }

    @Override
    public void on(FleetRequest.Blame request) {
      fleet.blame(request.host(), request.containerId(), request.why(), now, new OfFleet());
    }

    @Override
    public void on(FleetRequest.Absolve request) {
      fleet.absolve(request.containerId());
    }

    @Override
    public void on(FleetRequest.Slow request) {
      fleet.slow(request.containerId(), request.isSlow(), now, new OfFleet());
    }
  }

  /** The outbox of the fleet: actions for the shell, events for the cores of jobs. */
  private final class OfFleet implements FleetOutbox {
    @Override
    public void appendDurably(Fact fact) {
      actions.add(new Action.Append(null, fact, Action.Durability.BEFORE_WHAT_FOLLOWS));
    }

    @Override
    public void appendAsync(Fact fact) {
      actions.add(new Action.Append(null, fact, Action.Durability.BEHIND));
    }

    @Override
    public void act(FleetAction action) {
      actions.add(new Action.OfFleet(action));
    }

    @Override
    public void onAllocation(
        JobId job, Role role, int wanted, int granted, int launched, String explanation) {
      pass(job, new JobEvent.Standing(role, wanted, granted, launched, explanation));
    }

    @Override
    public void onContainerAssigned(
        JobId job,
        Role role,
        int index,
        String containerId,
        String host,
        long requestedAt,
        long launchedAt,
        boolean previous,
        boolean released) {
      pass(
          job,
          new JobEvent.ContainerSeen(
              role, index, containerId, host, requestedAt, launchedAt, previous, released));
    }

    @Override
    public void onContainerEnded(
        JobId job,
        Role role,
        int index,
        String containerId,
        int exit,
        Failure failure,
        boolean taken) {
      pass(job, new JobEvent.ContainerEnded(role, index, containerId, exit, failure, taken));
    }

    @Override
    public void onNodesChanged(Collection<FleetFact.NodeNoted> noted, Set<String> avoided) {
      JobEvent event = new JobEvent.NodesNoted(List.copyOf(noted), avoided);
      cores.keySet().forEach(job -> pass(job, event));
    }

    @Override
    public void onContainerLeaving(JobId job, String containerId, String why) {
      pass(job, new JobEvent.ContainerLeaving(containerId, why));
    }

    private void pass(JobId job, JobEvent event) {
      inner.add(() -> deliver(job, event));
    }
  }
}
