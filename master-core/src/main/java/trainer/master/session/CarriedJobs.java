package trainer.master.session;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.fact.Fact;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.Role;
import trainer.core.time.Moment;
import trainer.master.fleet.BlacklistTerms;
import trainer.master.fleet.ContainerSize;
import trainer.master.fleet.Fleet;
import trainer.master.fleet.FleetEvent;
import trainer.master.fleet.FleetOutbox;
import trainer.master.job.JobCore;
import trainer.master.job.api.FleetRequest;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;
import trainer.master.job.api.JobOutbox;
import trainer.master.job.api.JobView;
import trainer.master.pool.Pool;

/**
 * The cores of the jobs of one master and the fleet of its containers. Requests and events between
 * them are delivered before the handling of an event ends. Everything else becomes one ordered list
 * of actions; see {@link Action}.
 *
 * <p>Confined to one thread.
 */
final class CarriedJobs {
  private static final Logger LOG = LoggerFactory.getLogger(CarriedJobs.class);

  /** A job fails after so many masters in a row without progress. */
  private static final int FRUITLESS = 3;

  /** The same where a standby leads within a second: a job may not get any further in that time. */
  private static final int FRUITLESS_STANDBYS = 30;

  private final Map<JobId, JobCore> cores = new LinkedHashMap<>();
  private final Fleet fleet = new Fleet();
  private final FleetOutbox fleetOutbox = new FleetNews(this);
  private final Queue<Runnable> inner = new ArrayDeque<>();

  /** Null without a pool of workers. */
  private Pool pool;

  /** What the pool wants; null without a pool. */
  private CarriedPool pooling;

  /** Null without a standby. */
  private CarriedStandby standby;

  private List<Fact> remembered = List.of();
  private List<Action> actions = new ArrayList<>();
  private Moment now = new Moment(0, 0);

  /** Begins the handling of an event. */
  void begin(Moment at) {
    now = at;
    actions = new ArrayList<>();
    pool().ifPresent(one -> one.begin(at));
  }

  /** Opens the pool of workers of a session. */
  void open(JobSpec session) {
    Settings settings = Settings.of(session.settings());
    fleet.add(
        session.id(),
        Map.of(Role.WORKER, sizeOfWorker(settings)),
        settings.get(Keys.MEMORY_MAX_FACTOR));
    pooling = new CarriedPool(session, this);
    pool = pooling.pool();
  }

  /** Keeps a standby, if the application is to have one. */
  void keepStandby(JobSpec application) {
    if (Settings.of(application.settings()).get(Keys.STANDBY)) {
      standby = new CarriedStandby(application, this, fleet);
    }
  }

  /** The standby; empty if the application has none. */
  Optional<CarriedStandby> standby() {
    return Optional.ofNullable(standby);
  }

  /** The pool of workers; empty without one. */
  Optional<Pool> pool() {
    return Optional.ofNullable(pool);
  }

  /** Ends the handling of an event; returns all actions since it began. */
  List<Action> end() {
    for (Runnable next = inner.poll(); next != null; next = inner.poll()) {
      next.run();
    }
    return actions;
  }

  /** The time of the event that is handled. */
  Moment now() {
    return now;
  }

  /** Adds an action after those so far. */
  void act(Action action) {
    actions.add(action);
  }

  /** Runs before the handling of this event ends. */
  void later(Runnable what) {
    inner.add(what);
  }

  /** Hands a request to the fleet. */
  void ask(BiConsumer<Fleet, FleetOutbox> request) {
    inner.add(() -> request.accept(fleet, fleetOutbox));
  }

  /** The latest time at which a tick is due. */
  long nextDeadline() {
    long next = fleet.nextDeadline();
    for (JobCore core : cores.values()) {
      next = Math.min(next, core.nextDeadline());
    }
    next = standby == null ? next : Math.min(next, standby.nextDeadline());
    return pool == null ? next : Math.min(next, pool.nextDeadline());
  }

  /** The current state of a job. */
  Optional<JobView> view(JobId job) {
    return Optional.ofNullable(cores.get(job)).map(JobCore::view);
  }

  /**
   * Takes the facts of earlier masters about the fleet.
   *
   * @param own the container in which this master runs; empty if it runs in none of the fleet's
   */
  void remember(List<Fact> facts, String own) {
    remembered = facts;
    fleet.remember(facts, own);
  }

  /** The facts of earlier masters about the fleet. */
  List<Fact> remembered() {
    return remembered;
  }

  /** The jobs that are carried. */
  Set<JobId> ids() {
    return cores.keySet();
  }

  boolean contains(JobId job) {
    return cores.containsKey(job);
  }

  /**
   * Gives a job a core, which waits for its start.
   *
   * @param digest SHA-256 of the job file; empty without a session
   */
  void hold(JobSpec spec, String specText, List<Fact> ofJob, String digest) {
    Settings settings = Settings.of(spec.settings());
    cores.put(spec.id(), new JobCore(spec, specText, ofJob, remembered, mostFruitless()));
    fleet.add(
        spec.id(),
        Map.of(
            Role.PSERVER,
            new ContainerSize(
                settings.get(Keys.PSERVER_MEMORY_MB), settings.get(Keys.PSERVER_VCORES)),
            Role.WORKER,
            sizeOfWorker(settings)),
        settings.get(Keys.MEMORY_MAX_FACTOR));
    if (pool != null) {
      pooling.add(spec, digest);
    }
  }

  private int mostFruitless() {
    return standby == null ? FRUITLESS : FRUITLESS_STANDBYS;
  }

  private static ContainerSize sizeOfWorker(Settings settings) {
    return new ContainerSize(settings.get(Keys.WORKER_MEMORY_MB), settings.get(Keys.WORKER_VCORES));
  }

  /** Sets the limits that hold for the nodes, which serve all jobs. */
  void watchNodes(Settings settings) {
    fleet.terms(BlacklistTerms.of(settings));
  }

  /** Begins the asks of this master, and starts every job. */
  void lead(Event.Leads event) {
    fleet.lead(event.term());
    if (standby != null) {
      standby.lead(event, remembered);
    }
    pool().ifPresent(one -> one.lead(event.term(), event.silentHost()));
    deliverToAll(new JobEvent.Started(event.term(), event.silentHost()));
  }

  /** The tasks of a job that are not done; none of a job that is over. */
  int openTasks(JobId job) {
    JobCore core = cores.get(job);
    return core == null ? 0 : core.openTasks();
  }

  /** Forgets a job that is over. */
  void remove(JobId job) {
    cores.remove(job);
    fleet.remove(job);
    pool().ifPresent(one -> one.remove(job));
  }

  /** Delivers an event to a job; dropped if there is no such job, or if it is over. */
  void deliver(JobId job, JobEvent event) {
    if (job.isSession() && pool != null) {
      pool.handle(event);
      return;
    }
    if (isPooled(job) && event instanceof JobEvent.Registering registering) {
      pool.beforeRegistering(job, registering);
      inner.add(() -> handle(job, event)); // after what the pool has told the job
      return;
    }
    handle(job, event);
  }

  private boolean isPooled(JobId job) {
    return pool != null && pool.contains(job);
  }

  /** Delivers an event past the pool. */
  void handle(JobId job, JobEvent event) {
    JobCore core = cores.get(job);
    if (core == null) {
      LOG.debug("there is no job {}, or it is over; ignored: {}", job, event);
      return;
    }
    core.handle(event, now, new OfJob(job));
  }

  void deliverToAll(JobEvent event) {
    List.copyOf(cores.keySet()).forEach(job -> deliver(job, event));
  }

  /** Delivers an event to the fleet. */
  void deliver(FleetEvent event) {
    fleet.handle(event, now, fleetOutbox);
  }

  /** Time has passed, for every job and the fleet. */
  void tick() {
    deliverToAll(new JobEvent.Tick());
    fleet.tick(now, fleetOutbox);
    if (standby != null) {
      standby.tick();
    }
    pool().ifPresent(Pool::tick);
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
      if (isPooled(job) && request.role() == Role.WORKER) {
        pool.want(job, request.indices());
      } else {
        fleet.want(job, request.role(), request.indices(), request.hosts(), now, fleetOutbox);
      }
    }

    @Override
    public void on(FleetRequest.GiveBack request) {
      if (isPooled(job)) {
        pool.giveBack(job, request.containerId(), request.force());
      } else {
        fleet.giveBack(request.containerId(), request.force(), now, fleetOutbox);
      }
    }

    @Override
    public void on(FleetRequest.Registered request) {
      fleet.onRegistered(request.containerId(), now, fleetOutbox);
    }

    @Override
    public void on(FleetRequest.Blame request) {
      fleet.blame(request.host(), request.containerId(), request.why(), now, fleetOutbox);
    }

    @Override
    public void on(FleetRequest.Absolve request) {
      fleet.absolve(request.containerId());
    }

    @Override
    public void on(FleetRequest.Isolate request) {
      if (isPooled(job)) {
        pool.isolate(job, request.isTo());
      }
    }

    @Override
    public void on(FleetRequest.Slow request) {
      fleet.slow(request.containerId(), request.isSlow(), now, fleetOutbox);
    }
  }
}
