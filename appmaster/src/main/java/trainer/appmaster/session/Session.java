package trainer.appmaster.session;

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
import trainer.appmaster.fleet.BlacklistTerms;
import trainer.appmaster.fleet.ContainerSize;
import trainer.appmaster.fleet.Fleet;
import trainer.appmaster.fleet.FleetAction;
import trainer.appmaster.fleet.FleetEvent;
import trainer.appmaster.fleet.FleetOutbox;
import trainer.appmaster.tracker.JobView;
import trainer.appmaster.tracker.Outbox;
import trainer.appmaster.tracker.Tracker;
import trainer.appmaster.tracker.TrackerAction;
import trainer.appmaster.tracker.TrackerEvent;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.fact.Fact;
import trainer.core.failure.Failure;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;
import trainer.core.time.Moment;

/**
 * One master's pure core: the trackers of its jobs and the fleet of its containers. What one of
 * them wants of another is passed on here, before the event's handling ends; the rest becomes one
 * ordered list of actions; see {@link Action}.
 *
 * <p>Confined to one thread.
 */
public final class Session {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  private final Map<JobId, Tracker> trackers = new LinkedHashMap<>();
  private final Fleet fleet = new Fleet();
  private final Queue<Runnable> inner = new ArrayDeque<>();
  private List<Fact> remembered = List.of();
  private List<Action> actions = new ArrayList<>();
  private Moment now = new Moment(0, 0);

  /** Takes one event in and says what is to be done about it. */
  public List<Action> handle(Event event, Moment at) {
    now = at;
    actions = new ArrayList<>();
    event.to(new Dispatch());
    for (Runnable next = inner.poll(); next != null; next = inner.poll()) {
      next.run();
    }
    return actions;
  }

  /** When {@link Event.Tick} is due at the latest, in the clock of {@link Moment#nanos}. */
  public long nextDeadline() {
    long next = fleet.nextDeadline();
    for (Tracker tracker : trackers.values()) {
      next = Math.min(next, tracker.nextDeadline());
    }
    return next;
  }

  /** The job as it is now, for tests and the report; readers use what was shown. */
  public Optional<JobView> view(JobId job) {
    return Optional.ofNullable(trackers.get(job)).map(Tracker::view);
  }

  private void tell(JobId job, TrackerEvent event) {
    Tracker tracker = trackers.get(job);
    if (tracker == null) {
      LOG.warn("there is no job {}, ignored: {}", job, event);
      return;
    }
    tracker.handle(event, now, new OfJob(job));
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
      if (trackers.containsKey(spec.id())) {
        LOG.warn("{} is known already, ignored", spec.id());
        return;
      }
      Settings settings = Settings.of(spec.settings());
      fleet.memoryFactor(settings.get(Keys.MEMORY_MAX_FACTOR));
      fleet.terms(
          new BlacklistTerms(
              settings.get(Keys.BLACKLIST_FAILURES),
              settings.get(Keys.BLACKLIST_SLOW_SHARE),
              settings.get(Keys.BLACKLIST_PAROLE),
              settings.get(Keys.BLACKLIST_STRIKES)));
      trackers.put(spec.id(), new Tracker(spec, event.specText(), event.remembered(), remembered));
      fleet.add(
          spec.id(),
          Map.of(
              Role.PSERVER,
              new ContainerSize(
                  settings.get(Keys.PSERVER_MEMORY_MB), settings.get(Keys.PSERVER_VCORES)),
              Role.WORKER,
              new ContainerSize(
                  settings.get(Keys.WORKER_MEMORY_MB), settings.get(Keys.WORKER_VCORES))));
    }

    @Override
    public void on(Event.OfTracker event) {
      if (event.event() instanceof TrackerEvent.Started started) {
        fleet.lead(started.term());
      }
      tell(event.job(), event.event());
    }

    @Override
    public void on(Event.OfFleet event) {
      fleet.handle(event.event(), now, new OfFleet());
      if (event.event() instanceof FleetEvent.ShutdownOrdered ordered) {
        for (JobId job : trackers.keySet()) {
          tell(job, new TrackerEvent.ClusterLost(ordered.reason()));
        }
      }
    }

    @Override
    public void on(Event.Tick event) {
      for (JobId job : trackers.keySet()) {
        tell(job, new TrackerEvent.Tick());
      }
      fleet.tick(now, new OfFleet());
    }
  }

  /** What one tracker wants done: by the fleet, here; by anybody else, as an action. */
  private final class OfJob implements Outbox {
    private final JobId job;

    OfJob(JobId job) {
      this.job = job;
    }

    @Override
    public void before(Fact fact) {
      actions.add(new Action.Append(job, fact, Action.Durability.BEFORE_WHAT_FOLLOWS));
    }

    @Override
    public void behind(Fact fact) {
      actions.add(new Action.Append(job, fact, Action.Durability.BEHIND));
    }

    @Override
    public void act(TrackerAction action) {
      if (action instanceof TrackerAction.Want want) {
        inner.add(() -> fleet.want(job, want.role(), want.indices(), now, new OfFleet()));
      } else if (action instanceof TrackerAction.GiveBack back) {
        inner.add(() -> fleet.giveBack(back.containerId(), back.force(), now, new OfFleet()));
      } else if (action instanceof TrackerAction.Blame blame) {
        inner.add(
            () -> fleet.blame(blame.host(), blame.containerId(), blame.why(), now, new OfFleet()));
      } else if (action instanceof TrackerAction.Absolve absolve) {
        inner.add(() -> fleet.absolve(absolve.containerId()));
      } else if (action instanceof TrackerAction.Slow slow) {
        inner.add(() -> fleet.slow(slow.containerId(), slow.isSlow(), now, new OfFleet()));
      } else if (action instanceof TrackerAction.Heard heard) {
        inner.add(() -> fleet.heard(heard.containerId(), now, new OfFleet()));
      } else {
        actions.add(new Action.OfTracker(job, action));
      }
    }
  }

  /** What the fleet wants done, and what it tells the trackers. */
  private final class OfFleet implements FleetOutbox {
    @Override
    public void before(Fact fact) {
      actions.add(new Action.Append(null, fact, Action.Durability.BEFORE_WHAT_FOLLOWS));
    }

    @Override
    public void behind(Fact fact) {
      actions.add(new Action.Append(null, fact, Action.Durability.BEHIND));
    }

    @Override
    public void act(FleetAction action) {
      actions.add(new Action.OfFleet(action));
    }

    @Override
    public void standing(
        JobId job, Role role, int wanted, int granted, int launched, String explanation) {
      pass(job, new TrackerEvent.Standing(role, wanted, granted, launched, explanation));
    }

    @Override
    public void seen(
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
          new TrackerEvent.ContainerSeen(
              role, index, containerId, host, requestedAt, launchedAt, previous, released));
    }

    @Override
    public void ended(
        JobId job,
        Role role,
        int index,
        String containerId,
        int exit,
        Failure failure,
        boolean taken) {
      pass(job, new TrackerEvent.ContainerEnded(role, index, containerId, exit, failure, taken));
    }

    @Override
    public void nodes(Collection<Fact.NodeNoted> noted, Set<String> avoided) {
      TrackerEvent event = new TrackerEvent.NodesNoted(List.copyOf(noted), avoided);
      trackers.keySet().forEach(job -> pass(job, event));
    }

    @Override
    public void leaving(JobId job, String containerId, String why) {
      pass(job, new TrackerEvent.ContainerLeaving(containerId, why));
    }

    private void pass(JobId job, TrackerEvent event) {
      inner.add(() -> tell(job, event));
    }
  }
}
