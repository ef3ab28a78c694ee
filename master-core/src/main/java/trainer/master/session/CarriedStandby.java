package trainer.master.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
import trainer.core.time.AwakeTime;
import trainer.master.fleet.ContainerSize;
import trainer.master.fleet.Fleet;

/**
 * The containers of standbys: one more than the container in which the leader runs, if it runs in
 * one. The fleet asks for another when it is lost. It is first asked for on the hosts of other
 * containers than the leader's, so that no host has both masters where there are several. One that
 * follows no more, and has not ended, hangs: its container is given back, too.
 *
 * <p>A master that has just begun to lead first lets its jobs start, or go on: the start of a
 * standby would take processor time from them.
 */
final class CarriedStandby {
  private static final Logger LOG = LoggerFactory.getLogger(CarriedStandby.class);

  private static final long AFTER_START = Duration.ofSeconds(5).toNanos();
  private static final long AFTER_TAKEOVER = Duration.ofSeconds(2).toNanos();
  private static final long NEVER = Long.MAX_VALUE;

  /** The time in which a container's process has to follow for the first time. */
  private static final long TO_START = Duration.ofMinutes(10).toNanos();

  /** The time in which one that followed an earlier master finds this one. */
  private static final Duration TO_FIND = Duration.ofSeconds(30);

  private static final long STEP = Duration.ofMillis(500).toNanos();

  private final JobId application;
  private final CarriedJobs jobs;
  private final Fleet fleet;
  private final long patience;
  private final long toFind;
  private final AwakeTime awake = new AwakeTime();

  /**
   * The containers of standbys, with the waking time until which their process has to follow; never
   * while it does.
   */
  private final Map<String, Long> dueAt = new LinkedHashMap<>();

  private String own = "";
  private String leaderHost = "";
  private List<Integer> wanted = List.of();
  private long askAt = NEVER;

  /**
   * @param application the only job, or the session
   */
  CarriedStandby(JobSpec application, CarriedJobs jobs, Fleet fleet) {
    this.application = application.id();
    this.jobs = jobs;
    this.fleet = fleet;
    Settings settings = Settings.of(application.settings());
    this.patience = settings.get(Keys.HEARTBEAT_TIMEOUT).toNanos();
    this.toFind = settings.get(Keys.STANDBY_SILENCE).plus(TO_FIND).toNanos();
    ContainerSize size =
        new ContainerSize(settings.get(Keys.MASTER_MEMORY_MB), settings.get(Keys.MASTER_VCORES));
    fleet.add(application.id(), Map.of(Role.STANDBY, size), settings.get(Keys.MEMORY_MAX_FACTOR));
  }

  /**
   * Keeps the standby of an earlier master, or asks for one soon.
   *
   * @param leads the container of this master may have been a standby's
   * @param remembered the fleet's facts of earlier masters
   */
  void lead(Event.Leads leads, List<Fact> remembered) {
    own = leads.container();
    leaderHost = leads.address().replaceAll(":[0-9]*$", "");
    Map<Integer, String> known = known(remembered);
    wanted = List.copyOf(known.keySet());
    want();
    dueAt.remove(own);
    onRuns(own);
    if (!leads.isFollowed() && known.values().stream().allMatch(own::equals)) {
      askAt = jobs.now().nanos() + (known.isEmpty() ? AFTER_START : AFTER_TAKEOVER);
    }
  }

  /** When {@link #tick} is due. */
  long nextDeadline() {
    boolean isAwaited = dueAt.values().stream().anyMatch(until -> until != NEVER);
    return isAwaited ? Math.min(askAt, jobs.now().nanos() + STEP) : askAt;
  }

  /** Asks for a standby if it is time, and gives back the containers of those that hang. */
  void tick() {
    long now = awake.at(jobs.now().nanos());
    for (Map.Entry<String, Long> one : List.copyOf(dueAt.entrySet())) {
      if (now >= one.getValue()) {
        dueAt.remove(one.getKey());
        LOG.warn("The standby in {} does not follow and is stopped", one.getKey());
        jobs.ask((asked, out) -> asked.giveBack(one.getKey(), true, jobs.now(), out));
      }
    }
    if (jobs.now().nanos() >= askAt) {
      askAt = NEVER;
      List<Integer> more = new ArrayList<>(wanted);
      more.add(wanted.contains(0) ? 1 : 0);
      wanted = more;
      want();
    }
  }

  private void want() {
    List<Integer> indices = wanted;
    List<String> others = fleet.hosts().stream().filter(host -> !host.equals(leaderHost)).toList();
    jobs.ask(
        (asked, out) -> asked.want(application, Role.STANDBY, indices, others, jobs.now(), out));
  }

  /** The containers of standbys without a recorded end, by index. */
  private Map<Integer, String> known(List<Fact> remembered) {
    Map<Integer, String> known = new LinkedHashMap<>();
    for (Fact fact : remembered) {
      if (fact instanceof FleetFact.ContainerNoted noted
          && noted.role().equals(Role.STANDBY.word())
          && noted.job().equals(application.toString())) {
        if (isEnd(noted)) {
          known.remove(noted.index(), noted.containerId());
        } else {
          known.put(noted.index(), noted.containerId());
        }
      }
    }
    return known;
  }

  private static boolean isEnd(FleetFact.ContainerNoted noted) {
    return noted.step().equals(FleetFact.ContainerNoted.ENDED)
        || noted.step().equals(FleetFact.ContainerNoted.RELEASED);
  }

  /**
   * A container is there in which a standby is to run, or runs.
   *
   * @param isEarlier whether an earlier master launched it
   */
  void onAssigned(String container, boolean isEarlier) {
    if (!container.equals(own)) {
      dueAt.put(container, awake.at(jobs.now().nanos()) + (isEarlier ? toFind : TO_START));
    }
  }

  /** The process in this container runs, and follows this master. */
  void onFollowed(String container) {
    dueAt.replace(container, NEVER);
    onRuns(container);
  }

  private void onRuns(String container) {
    jobs.ask((asked, out) -> asked.onRegistered(container, jobs.now(), out));
  }

  /** The process in this container follows no more. */
  void onUnfollowed(String container) {
    dueAt.replace(container, awake.at(jobs.now().nanos()) + patience);
  }

  /** A container has ended; the fleet asks for another one. */
  void onEnded(String container, Failure failure) {
    dueAt.remove(container);
    LOG.warn(
        "The standby in {} has ended{}",
        container,
        failure == null ? "" : ": " + failure.message());
  }
}
