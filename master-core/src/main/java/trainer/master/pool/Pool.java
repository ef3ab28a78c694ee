package trainer.master.pool;

import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.Failure;
import trainer.core.id.Term;
import trainer.core.job.JobId;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.core.time.Moment;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;

/**
 * The workers that the scoring jobs of a session share.
 *
 * <p>A worker serves a job by a {@link Service}: it loads the model and registers with the job's
 * tracker, like a worker of its own in a container of its own. So a job does not know of the pool.
 * {@link PoolSharing} decides which jobs each worker serves; a worker that serves several takes
 * turns.
 *
 * <p>Nothing is recorded: the next master learns of the services as they register with their jobs.
 *
 * <p>Confined to one thread.
 */
public final class Pool {
  private static final Logger LOG = LoggerFactory.getLogger(Pool.class);

  /** The time between two decisions. */
  private static final long PERIOD = Duration.ofMillis(500).toNanos();

  /** The time for a worker to end a service that is dropped; then the worker is stopped. */
  private static final long END_PATIENCE = Duration.ofSeconds(10).toNanos();

  /** The time for workers of an earlier master to report their services. */
  private static final long TAKEOVER_PATIENCE = Duration.ofSeconds(5).toNanos();

  /** The time for workers to leave with the session, logs included. */
  private static final long EXIT_PATIENCE = Duration.ofSeconds(60).toNanos();

  /** The time after which a worker tries a job again that it could not serve. */
  private static final long REST = Duration.ofSeconds(10).toNanos();

  private final int count;
  private final int roomMb;
  private final PoolSharing sharing;
  private final PoolMembers members;
  private final PoolServices services;
  private final PoolNews news;
  private final PoolOutbox out;
  private final Map<JobId, PooledJob> jobs = new LinkedHashMap<>();
  private Moment now = new Moment(0, 0);
  private Term term = Term.NONE;
  private long ledAt;
  private long decidedAt;
  private long lastService;
  private long change;
  private long endedAt;

  /**
   * @param count of workers
   * @param roomMb the room for models in a worker
   * @param silence after which a worker is stopped
   */
  public Pool(int count, int roomMb, Duration silence, PoolOutbox out) {
    this.count = count;
    this.roomMb = roomMb;
    this.sharing = new PoolSharing(roomMb, out);
    this.out = out;
    this.members = new PoolMembers(silence, out);
    this.services = new PoolServices(members, out);
    this.news = new PoolNews(count, members, out);
  }

  /** Sets the time of the events that follow. */
  public void begin(Moment at) {
    now = at;
    members.begin(at);
  }

  /**
   * The master leads: workers are wanted.
   *
   * @param silentHost the host of an earlier leader that fell silent; empty if none did
   */
  public void lead(Term of, String silentHost) {
    term = of;
    ledAt = now.nanos();
    members.lead(of, silentHost);
    out.want(IntStream.range(0, count).boxed().toList());
  }

  /** The session ends: the workers leave. */
  public void end() {
    if (endedAt == 0) {
      endedAt = now.nanos();
      out.want(List.of());
      members.all().forEach(this::sendAway);
    }
  }

  private void sendAway(PoolMember worker) {
    boolean isTold = members.sendAway(worker);
    out.giveBack(worker.container(), !isTold);
  }

  /** Whether all workers have left, or have had the time to. */
  public boolean isGone() {
    return members.all().isEmpty() || (endedAt != 0 && now.nanos() - endedAt >= EXIT_PATIENCE);
  }

  /**
   * A job that the workers are to serve.
   *
   * @param digest SHA-256 of its job file
   * @param memoryMb of its model in a worker
   * @param expected rows a second of a worker; NaN if nobody knows
   */
  public void add(JobId job, String digest, int memoryMb, double expected) {
    jobs.putIfAbsent(job, new PooledJob(job, digest, memoryMb, expected));
  }

  /** Whether the workers are to serve this job. */
  public boolean contains(JobId job) {
    return jobs.containsKey(job);
  }

  /** A job is over. */
  public void remove(JobId job) {
    jobs.remove(job);
    for (PoolMember worker : members.all()) {
      worker.services().stream()
          .filter(one -> one.job().equals(job))
          .forEach(one -> one.drop(now.nanos() + END_PATIENCE));
    }
    decide();
  }

  /** A job wants workers of these indices. */
  public void want(JobId job, List<Integer> indices) {
    jobs.get(job).want(indices);
    decide();
  }

  /**
   * A worker that served this job and others has died, or the job is proven innocent of that.
   *
   * @param isTo whether its workers are to serve no other job
   */
  public void isolate(JobId job, boolean isTo) {
    LOG.info("{} {} workers of its own", job, isTo ? "is to have" : "needs no longer");
    jobs.get(job).isolate(isTo);
    decide();
  }

  /**
   * A job needs a service no more.
   *
   * @param force false: it is expected to end by itself
   */
  public void giveBack(JobId job, String service, boolean force) {
    members
        .serving(service)
        .ifPresent(
            worker -> {
              Service of = worker.service(service).orElseThrow();
              of.leave(now.nanos() + PoolServices.LEAVE_PATIENCE);
              if (force) {
                of.drop(now.nanos() + END_PATIENCE);
              }
              order(worker, false);
            });
  }

  /**
   * A container of the pool runs, or is going to.
   *
   * @param isEarlier whether an earlier master launched it
   */
  public void onContainer(String container, int index, String host, boolean isEarlier) {
    members.add(new PoolMember(container, index, host, isEarlier, now.nanos()));
  }

  /** A container of the pool has ended, and with it all services there. */
  public void onContainerEnded(String container, int exit, Failure failure, boolean taken) {
    PoolMember worker = members.remove(container);
    if (worker == null) {
      return;
    }
    if (failure != null && !worker.isLeaving()) {
      LOG.warn("{} of the pool has ended: {}", container, failure.message());
      news.onFailed(failure);
      worker.services().stream()
          .map(one -> jobs.get(one.job()))
          .filter(Objects::nonNull)
          .forEach(job -> job.onWorkerDied(now.nanos()));
    }
    services.endAll(worker, exit, failure, taken); // the jobs may want to be isolated: no decision
  }

  /** The cluster is going to take a container. */
  public void onContainerLeaving(String container, String why) {
    Optional<PoolMember> worker = members.inContainer(container);
    worker.ifPresent(PoolMember::leave);
    worker.ifPresent(leaving -> leaving.services().forEach(one -> services.let(one, why, now)));
    decide();
  }

  /** An event of the session's own members, the processes of the pool. */
  public void handle(JobEvent event) {
    if (event instanceof JobEvent.Registering registering) {
      members.register(registering);
    } else if (event instanceof JobEvent.Received received) {
      members
          .of(received.incarnation())
          .ifPresent(worker -> new WorkerReports(this, worker, now).take(received.messages()));
    } else if (event instanceof JobEvent.Disconnected disconnected) {
      members
          .of(disconnected.incarnation())
          .ifPresent(one -> one.disconnect(disconnected.connection()));
    }
  }

  PooledJob job(JobId id) {
    return jobs.get(id);
  }

  /** A worker has reported for the first time. */
  void onFirstReport() {
    decide();
  }

  /** A worker reports a service that this master does not know: an earlier one ordered it. */
  void adopt(PoolMember worker, FromWorker.Service report) {
    PooledJob job = jobs.get(report.job());
    int memoryMb =
        job == null ? roomMb : job.memoryMb(); // the file of a job that is over is not read
    Service service = new Service(report.name(), report.job(), report.index(), memoryMb);
    services.begin(worker, service, true, now);
    if (job == null) {
      service.drop(now.nanos() + END_PATIENCE);
    }
  }

  /** A worker does not report a service any more. */
  void onServiceEnded(PoolMember worker, Service service) {
    PooledJob job = jobs.get(service.job());
    if (job != null && !service.isLeaving()) {
      LOG.warn("{} serves {} no more, by itself", worker.container(), service.job());
      job.rest(worker.container(), now.nanos() + REST);
    }
    services.end(worker, service);
    decide();
  }

  /** A worker has loaded a model: the turns of its jobs begin anew. */
  void onReady(PoolMember worker, Service service) {
    LOG.info("{} serves {} as {}", worker.container(), service.job(), service.name());
    restart();
  }

  /** Counts the rows of all jobs anew: from here on they are to have the same rates. */
  private void restart() {
    change++;
    jobs.values().forEach(PooledJob::restart);
    members.all().forEach(one -> one.services().forEach(Service::restart));
  }

  /**
   * A process registers with a job of the pool. If an earlier master had it serve the job, the job
   * learns of the service first.
   */
  public void beforeRegistering(JobId job, JobEvent.Registering event) {
    String name = event.message().identity().containerId();
    boolean isKnown = members.serving(name).isPresent();
    Optional<PoolMember> worker = members.inContainer(ServiceName.container(name));
    if (isKnown || worker.isEmpty() || !ServiceName.isBefore(name, term)) {
      return;
    }
    int memoryMb = jobs.get(job).memoryMb();
    Service service = new Service(name, job, event.message().identity().index(), memoryMb);
    service.report(); // its worker has it, or it has ended
    services.begin(worker.get(), service, true, now);
  }

  /** Time has passed. */
  public void tick() {
    members.reconcile();
    members.all().forEach(this::dropStuck);
    members.all().forEach(one -> services.endUnbegun(one, now));
    members.all().stream().filter(PoolMember::isReadyToGo).forEach(this::sendAway);
    if (now.nanos() - decidedAt >= PERIOD) {
      decide();
    }
  }

  private void dropStuck(PoolMember worker) {
    for (Service one : worker.services()) {
      if (one.isStuck(now.nanos())) {
        LOG.warn("{} does not let {} go", one.job(), worker.container());
        one.drop(now.nanos() + END_PATIENCE);
        order(worker, false);
      }
    }
  }

  /** The latest time at which {@link #tick} is due. */
  public long nextDeadline() {
    return term.equals(Term.NONE) ? Long.MAX_VALUE : decidedAt + PERIOD;
  }

  private void decide() {
    if (term.equals(Term.NONE)) {
      return; // this master does not lead yet
    }
    decidedAt = now.nanos();
    boolean mayKnowMore = now.nanos() - ledAt < TAKEOVER_PATIENCE;
    if (mayKnowMore && members.all().stream().anyMatch(PoolMember::isAwaited)) {
      return;
    }
    List<PoolMember> available =
        members.all().stream()
            .filter(PoolMember::isAvailable)
            .sorted(Comparator.comparingInt(PoolMember::index))
            .toList();
    if (sharing.decide(available, available.size() >= count, jobs, now.nanos())) {
      restart();
    }
    for (PoolMember worker : available) {
      serve(worker, sharing.of(worker));
    }
    members.all().forEach(worker -> order(worker, true));
    news.tell(jobs);
  }

  private void serve(PoolMember worker, List<JobId> wanted) {
    for (Service one : worker.services()) {
      if (!wanted.contains(one.job()) && !one.isLeaving()) {
        services.let(one, "another job needs the worker", now);
      }
    }
    for (JobId job : wanted) {
      PooledJob pooled = jobs.get(job);
      boolean mayBegin =
          worker.of(job).isEmpty()
              && worker.hasRoom(pooled.memoryMb(), roomMb)
              && !pooled.isResting(worker.container(), now.nanos());
      if (mayBegin) {
        OptionalInt index = pooled.free(services.indices(job));
        if (index.isPresent()) {
          String name = ServiceName.of(worker.container(), term, ++lastService);
          Service service = new Service(name, job, index.getAsInt(), pooled.memoryMb());
          services.begin(worker, service, false, now);
        }
      }
    }
  }

  /**
   * Sends its orders to a worker that has reported: another may have services that are not known
   * yet.
   */
  private void order(PoolMember worker, boolean isReport) {
    if (worker.isConnected() && worker.hasReported()) {
      worker
          .newOrders(jobs, change, isReport)
          .ifPresent(
              orders ->
                  out.act(
                      new JobEffect.Send(
                          worker.incarnation(), new ToWorker.Serve(term, change, orders))));
    }
  }

  /** The pool for users. */
  public PoolView view() {
    return news.view(jobs, sharing.moves(), now.nanos());
  }
}
