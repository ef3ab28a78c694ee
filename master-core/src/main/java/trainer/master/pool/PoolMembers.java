package trainer.master.pool;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.JobId;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;
import trainer.core.time.Moment;
import trainer.master.job.api.JobEffect;
import trainer.master.job.api.JobEvent;

/** The processes of the pool: registration, silence, end. */
final class PoolMembers {
  private static final Logger LOG = LoggerFactory.getLogger(PoolMembers.class);

  /** As in the membership of a job: no two masters give the same incarnation. */
  private static final int COUNTER_BITS = 20;

  /** A longer time between two checks is a pause of the master itself, and no silence. */
  private static final long PAUSE = Duration.ofSeconds(2).toNanos();

  /**
   * How long a worker on a host that may be off is waited for; all others have connected by then.
   */
  private static final long ON_SILENT_HOST = Duration.ofSeconds(1).toNanos();

  /**
   * The wait for a worker that an earlier master launched, in heartbeat timeouts: as in a job of
   * its own.
   */
  private static final int TIMEOUTS = 3;

  private static final String LEAVE =
      "it is not wanted any more, or the cluster takes its container";

  private final long silence;
  private final PoolOutbox out;
  private final Map<String, PoolMember> byContainer = new LinkedHashMap<>();
  private Moment now = new Moment(0, 0);
  private Term term = Term.NONE;
  private long counter;
  private long checkedAt;
  private String silentHost = "";
  private long ledAt;

  PoolMembers(Duration silence, PoolOutbox out) {
    this.silence = silence.toNanos();
    this.out = out;
  }

  void begin(Moment at) {
    now = at;
  }

  /** See {@link Pool#lead}. */
  void lead(Term of, String silent) {
    term = of;
    checkedAt = now.nanos();
    silentHost = silent;
    ledAt = now.nanos();
    byContainer.values().forEach(one -> one.hear(ledAt));
  }

  void add(PoolMember worker) {
    byContainer.putIfAbsent(worker.container(), worker);
  }

  /** Removes the worker of a container that has ended; null if there is none. */
  PoolMember remove(String container) {
    return byContainer.remove(container);
  }

  Collection<PoolMember> all() {
    return List.copyOf(byContainer.values());
  }

  Optional<PoolMember> inContainer(String container) {
    return Optional.ofNullable(byContainer.get(container));
  }

  Optional<PoolMember> of(Incarnation incarnation) {
    return byContainer.values().stream()
        .filter(one -> one.incarnation().equals(incarnation))
        .findFirst();
  }

  /** The worker that has this service. */
  Optional<PoolMember> serving(String service) {
    return byContainer.values().stream()
        .filter(one -> one.service(service).isPresent())
        .findFirst();
  }

  /** The services of a job, also those that are leaving. */
  Stream<Service> services(JobId job) {
    return byContainer.values().stream()
        .flatMap(one -> one.services().stream())
        .filter(one -> one.job().equals(job));
  }

  /** A process asks to become a worker of the pool. */
  void register(JobEvent.Registering event) {
    FromMember.Register message = event.message();
    PoolMember worker = byContainer.get(message.identity().containerId());
    if (worker == null || worker.index() != message.identity().index()) {
      String why = message.identity().containerId() + " is no worker of the session's pool";
      LOG.warn("refused: {}", why);
      out.act(new JobEffect.Refuse(event.connection(), term, why));
      return;
    }
    Incarnation incarnation =
        message.incarnation().number() != 0
            ? message.incarnation()
            : new Incarnation(term.number() << COUNTER_BITS | ++counter);
    worker.register(incarnation, event.connection(), now.nanos());
    out.registered(worker.container());
    out.act(new JobEffect.Accept(event.connection(), incarnation));
    out.act(
        new JobEffect.Send(
            incarnation,
            new ToMember.Welcome(
                term, incarnation, new Line(0), Version.INITIAL, new Line(0), null)));
    LOG.info("{} is a worker of the pool, {}", worker.container(), incarnation);
    if (worker.isSentAway()) {
      orderAway(worker); // the order may be lost with the connection
    }
  }

  /** Orders a worker to leave, if it has ever registered; whether it has. */
  boolean sendAway(PoolMember worker) {
    worker.sendAway();
    if (worker.hasRegistered()) {
      orderAway(worker);
    }
    return worker.hasRegistered();
  }

  private void orderAway(PoolMember worker) {
    out.act(new JobEffect.Send(worker.incarnation(), new ToMember.Leave(term, LEAVE)));
  }

  /** Stops the workers that are silent, and those that do not end a service. */
  void reconcile() {
    long gap = now.nanos() - checkedAt;
    checkedAt = now.nanos();
    ledAt += gap > PAUSE ? gap : 0;
    for (PoolMember worker : all()) {
      if (gap > PAUSE) {
        worker.excuse(gap);
      }
      boolean isGone =
          worker.isMissing()
              && worker.host().equals(silentHost)
              && now.nanos() - ledAt >= ON_SILENT_HOST;
      boolean isStuck =
          worker.services().stream()
              .anyMatch(service -> service.isReported() && service.isOverdue(now.nanos()));
      boolean isMissing = worker.isMissing(now.nanos(), TIMEOUTS * silence);
      boolean isSilent = isGone || isMissing || worker.isSilent(now.nanos(), silence);
      if (!worker.isStopped() && (isSilent || isStuck)) {
        LOG.warn(
            "{} of the pool is stopped: {}",
            worker.container(),
            isStuck ? "it does not end a service" : "it is silent");
        worker.stop();
        out.giveBack(worker.container(), true);
      }
    }
  }
}
