package trainer.it.simulation.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import trainer.core.id.Incarnation;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.scenario.Fault;
import trainer.it.simulation.scenario.SimHosts;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;

/** YARN in memory: asks, grants, launches and ends, late, repeated or too many. */
public final class SimCluster implements FleetAction.Handler {
  /** What was asked for is granted within this time, and what is too many given back. */
  public static final long LATEST_GRANT = 30_000_000_000L;

  private static final int ABORTED = -100;
  private static final int PREEMPTED = -102;

  private final World world;
  private final Map<Long, FleetAction.Ask> open = new HashMap<>();
  private final Map<String, SimContainer> containers = new LinkedHashMap<>();
  private final Set<String> avoided = new TreeSet<>();
  private final ContainerChecks checks;
  private final Map<Incarnation, SimPoolWorker> welcomed = new HashMap<>();
  private int granted;
  private int attempt = 1;
  private boolean isFinished;

  SimCluster(World world) {
    this.world = world;
    this.checks = new ContainerChecks(world, containers.values());
  }

  @Override
  public void on(FleetAction.Ask action) {
    if (isFinished && action.role() == Role.STANDBY) {
      return; // the application has ended
    }
    open.put(action.ask(), action);
    checks.requested(action, open.values());
    if (!action.hosts().isEmpty() && action.ask() % 3 == 0) {
      return; // its hosts have no room
    }
    long millis = 5L + world.schedule().below(200);
    if (world.chaos().strikes(Fault.LATE_GRANT, 3, action.role().word())) {
      millis = 5_000L + world.schedule().below(20_000);
    }
    int asking = attempt;
    world.schedule().afterMillis(millis, () -> grant(action, asking));
  }

  /** The attempt is gone: what it asked for, and what no node has said yet that it runs. */
  void attemptLost() {
    attempt++;
    open.clear();
    for (SimContainer container : List.copyOf(containers.values())) {
      container.leaving = container.isGivenUp(world.masters().journal());
      boolean isGone = container.launched || !isListedAnyway();
      if (!container.running && !container.completed && isGone) {
        container.released = true;
        stop(container, ABORTED, "Container of a completed application");
      }
    }
  }

  /** A grant that the lost attempt has not used may be listed to the next one as running. */
  private boolean isListedAnyway() {
    return world.scenario().hasStandby() && world.schedule().oneIn(2);
  }

  /** Whether a process was launched in this container that has not ended. */
  boolean isRunning(String id) {
    SimContainer container = containers.get(id);
    return container != null && container.launched && !container.completed;
  }

  /** An attempt that was superseded gives back what it has asked for and not used. */
  void startOver() {
    containers.values().forEach(one -> one.leaving = one.isGivenUp(world.masters().journal()));
    List.copyOf(open.keySet()).forEach(ask -> on(new FleetAction.CancelAsk(ask)));
    containers.values().stream()
        .filter(SimContainer::isUnused)
        .forEach(container -> on(new FleetAction.Release(container.id)));
  }

  /** Tells a new attempt what still runs, perhaps not all at once, and what ended unheard. */
  void join() {
    List<FleetEvent.Previous> now = new ArrayList<>();
    for (SimContainer container : List.copyOf(containers.values())) {
      if (container.completed) {
        tellEnd(container);
        continue;
      }
      container.list(world.chaos().strikes(Fault.LATE_FINDING, 3, "joining"));
      if (container.unlisted) {
        world.schedule().afterMillis(10L + world.schedule().below(20_000), () -> find(container));
      } else {
        now.add(new FleetEvent.Previous(container.id, "host"));
      }
    }
    world.masters().happened(new FleetEvent.ClusterSized(SimHosts.ALL.size(), 1 << 20));
    world.masters().happened(new FleetEvent.Joined(now));
  }

  /** Tells an attempt once more what runs, for a leader that does not know all of it. */
  void list() {
    List<FleetEvent.Previous> now =
        containers.values().stream()
            .filter(SimContainer::isListed)
            .map(container -> new FleetEvent.Previous(container.id, "host"))
            .toList();
    world.masters().happened(new FleetEvent.ClusterSized(SimHosts.ALL.size(), 1 << 20));
    world.masters().happened(new FleetEvent.Joined(now));
  }

  private void find(SimContainer container) {
    container.list(false);
    if (!container.completed) {
      List<FleetEvent.Previous> one = List.of(new FleetEvent.Previous(container.id, "host"));
      world.masters().happened(new FleetEvent.Joined(one));
    }
  }

  private void grant(FleetAction.Ask ask, int asking) {
    boolean lost = isFinished || asking < attempt;
    // A cancelled ask may have been granted already when the cancel arrives.
    if (lost || (open.remove(ask.ask()) == null && !world.schedule().oneIn(4))) {
      return;
    }
    grantOne(ask);
    if (world.chaos().strikes(Fault.SURPLUS_GRANT, 2, ask.role().word())) {
      grantOne(ask);
    }
  }

  private void grantOne(FleetAction.Ask ask) {
    SimContainer container =
        new SimContainer("container_" + ++granted, place(ask.hosts()), ask.role());
    containers.put(container.id, container);
    FleetEvent event = new FleetEvent.Granted(ask.ask(), container.id, container.host);
    report(event, "granted");
  }

  /**
   * Somewhere it may be; a grant may cross with the word that its host is to be avoided.
   *
   * @param hosts that are wanted; any if there are none
   */
  private String place(List<String> hosts) {
    List<String> all = hosts.isEmpty() ? SimHosts.ALL : hosts;
    String host = all.get(granted % all.size());
    boolean crosses = world.schedule().oneIn(4);
    for (int i = 1; i < all.size() && avoided.contains(host) && !crosses; i++) {
      host = all.get((granted + i) % all.size());
    }
    return host;
  }

  private void report(FleetEvent event, String step) {
    world
        .schedule()
        .afterMillis(
            world.schedule().below(30),
            () -> {
              world.masters().happened(event);
              if (world.chaos().strikes(Fault.DUPLICATE_STATUS, 3, step)) {
                world.masters().happened(event);
              }
            });
  }

  @Override
  public void on(FleetAction.CancelAsk action) {
    open.remove(action.ask());
  }

  @Override
  public void on(FleetAction.Avoid action) {
    for (String host : action.more()) {
      world.chaos().hit("AVOIDED", checks.standing(host));
    }
    avoided.addAll(action.more());
    avoided.removeAll(action.fewer());
    checks.avoided(avoided);
  }

  @Override
  public void on(FleetAction.Launch action) {
    SimContainer container = containers.get(action.containerId());
    if (isFinished && action.role() == Role.STANDBY) {
      end(container); // it was granted just before the application ended
      return;
    }
    checks.launched(container, action, avoided);
    container.launched = true;
    container.launch = action;
    world.schedule().afterMillis(10L + world.schedule().below(50), () -> launch(container, action));
  }

  private void launch(SimContainer container, FleetAction.Launch action) {
    if (container.completed) {
      return;
    }
    boolean worker = action.role() == Role.WORKER;
    if (worker && world.chaos().kills(Fault.LAUNCH_FAILS, action.job(), 3, "launching")) {
      container.released = true;
      report(new FleetEvent.LaunchFailed(container.id, "no such image"), "launching");
      complete(container, ABORTED, "launch failed");
      return;
    }
    report(new FleetEvent.Launched(container.id), "launching");
    if (worker && world.chaos().kills(Fault.LOST_CONTAINER, action.job(), 3, "launching")) {
      complete(container, 1, "the process did not come up");
      return;
    }
    if (action.role() == Role.STANDBY) {
      container.standby = world.masters().standbys().launched(container.id);
      container.running = true;
      return;
    }
    SimJob job = world.job(action.job());
    container.process =
        worker
            ? newWorker(job, action.index(), container.id)
            : new SimPserver(world, job, action.index(), container.id);
    world.schedule().afterMillis(world.schedule().below(200), () -> container.running = true);
    container.process.host.afterMillis(
        200L + world.schedule().below(400), container.process::start);
  }

  private SimMember newWorker(SimJob job, int index, String containerId) {
    if (job.id().isSession()) {
      return new SimPoolWorker(world, job, index, containerId);
    }
    return job.isScoring()
        ? new SimScorer(world, job, index, containerId)
        : new SimWorker(world, job, index, containerId);
  }

  @Override
  public void on(FleetAction.Release action) {
    SimContainer container = containers.get(action.containerId());
    Violation.unless(container != null, Invariant.EveryGrantUsedOrReturned, "release of " + action);
    checks.released(container);
    container.released = true;
    world
        .schedule()
        .afterMillis(
            container.stopMillis(world.schedule()),
            () -> stop(container, ABORTED, "Container released by application"));
  }

  private void stop(SimContainer container, int exit, String diagnostics) {
    if (container.isAlive()) {
      container.process.kill();
    }
    complete(container, exit, diagnostics);
    if (container.hasMaster()) {
      world.masters().standbys().stop(container.standby);
    }
  }

  /** A process has ended by itself. */
  void processEnded(String containerId, int exit) {
    SimContainer container = containers.get(containerId);
    complete(container, exit, exit == 0 ? "" : "Exit code is " + exit);
  }

  private void complete(SimContainer container, int exit, String diagnostics) {
    if (!container.completed) {
      container.completed = true;
      container.end = new FleetEvent.Completed(container.id, exit, diagnostics);
      world.schedule().afterMillis(5 + world.schedule().below(1500), () -> tellEnd(container));
    }
  }

  /** Until a master hears of it; that master may die with the news. */
  private void tellEnd(SimContainer container) {
    if (!container.reported) {
      container.reported = world.masters().isHeard();
      report(container.end, "completed");
    }
  }

  /** Whether a master has heard that a process of the job ended so. */
  boolean hasTold(SimJob job, int exit) {
    return containers.values().stream()
        .filter(one -> one.reported && one.process != null)
        .anyMatch(one -> one.end.exit() == exit && one.process.job.equals(job));
  }

  /** The session is over: whatever still runs is stopped. */
  void finish() {
    isFinished |= world.scenario().hasPool();
    for (SimContainer container : List.copyOf(containers.values())) {
      if (!container.completed && isFinished) {
        end(container);
      }
    }
  }

  /**
   * The application ends: standbys are neither wanted nor there any more. No leader can give back a
   * grant that the cluster has not listed to it, and the cluster itself frees it.
   *
   * @param isWhole whether nobody is left to give anything back
   */
  void dismissStandbys(boolean isWhole) {
    isFinished = true;
    open.values().removeIf(ask -> isWhole || ask.role() == Role.STANDBY);
    for (SimContainer container : List.copyOf(containers.values())) {
      boolean isUnheard = container.unlisted && container.isUnused();
      if (!container.completed && (isWhole || isUnheard || container.role == Role.STANDBY)) {
        end(container);
      }
    }
  }

  private void end(SimContainer container) {
    container.released = true;
    stop(container, ABORTED, "Container of a finished application");
  }

  /** Takes a worker's container for another queue. */
  public void preempt(SimMember member) {
    stop(containers.get(member.containerId), PREEMPTED, "Container preempted by scheduler");
  }

  /** Warns that a container is going to be taken, more than once, and perhaps takes it. */
  public void leave(SimMember member) {
    report(new FleetEvent.Leaving(List.of(member.containerId), "its node is drained"), "leaving");
    if (world.schedule().oneIn(2)) {
      world.schedule().afterMillis(500L + world.schedule().below(15_000), () -> preempt(member));
    }
  }

  public List<SimMember> processes() {
    return containers.values().stream()
        .filter(SimContainer::isAlive)
        .map(container -> container.process)
        .toList();
  }

  /** A worker of the pool is welcome as what it is now. */
  void welcomed(SimPoolWorker worker) {
    welcomed.put(worker.incarnation(), worker);
  }

  /** The living worker of the pool that is welcome as this incarnation. */
  Optional<SimPoolWorker> poolWorker(Incarnation incarnation) {
    return Optional.ofNullable(welcomed.get(incarnation)).filter(one -> !one.host.isDead());
  }

  /** The living workers of the pool. */
  public List<SimPoolWorker> poolWorkers() {
    return processes().stream()
        .filter(SimPoolWorker.class::isInstance)
        .map(SimPoolWorker.class::cast)
        .toList();
  }

  /** The living pserver process of an incarnation, or null. */
  public SimPserver pserver(SimJob job, Incarnation incarnation) {
    return pservers(job).stream()
        .filter(pserver -> pserver.incarnation().equals(incarnation))
        .findFirst()
        .orElse(null);
  }

  /** The living pserver processes of a job. */
  public List<SimPserver> pservers(SimJob job) {
    return processes().stream()
        .filter(process -> process.job.equals(job))
        .filter(SimPserver.class::isInstance)
        .map(SimPserver.class::cast)
        .toList();
  }

  /** Checks that nothing of a job is left, when a master reports its end. */
  void assertNothingLeft(JobId job) {
    checks.jobOver(job, processes());
  }

  /** Checks all grants and requests, when all jobs are over. */
  public void assertAllGiven() {
    checks.allOver(open.values());
  }
}
