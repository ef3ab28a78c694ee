package trainer.it.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import trainer.core.fact.Fact;
import trainer.core.job.JobId;
import trainer.core.job.Role;
import trainer.master.fleet.FleetAction;
import trainer.master.fleet.FleetEvent;
import trainer.master.session.Event;

/** YARN in memory: asks, grants, launches and ends, late, repeated or too many. */
final class SimCluster implements FleetAction.Handler {
  /** What was asked for is granted within this time, and what is too many given back. */
  static final long LATEST_GRANT = 30_000_000_000L;

  static final int HOSTS = 7;

  private static final int ABORTED = -100;
  private static final int PREEMPTED = -102;

  private static final class Container {
    private final String id;
    private final String host;
    private SimMember process;
    private boolean released;
    private boolean leaving;
    private boolean launched;
    private boolean running;
    private boolean completed;
    private boolean told;
    private FleetEvent.Completed end;
    private FleetAction.Launch launch;

    Container(String id, String host) {
      this.id = id;
      this.host = host;
    }
  }

  private final Simulation world;
  private final Map<Long, FleetAction.Ask> open = new HashMap<>();
  private final Map<String, Container> containers = new LinkedHashMap<>();
  private final Set<String> avoided = new TreeSet<>();
  private int granted;

  SimCluster(Simulation world) {
    this.world = world;
  }

  @Override
  public void on(FleetAction.Ask action) {
    if (action.role() == Role.WORKER) {
      assertPserversRegistered(action);
    }
    open.put(action.ask(), action);
    assertNoneTooMany(action);
    long millis = 5L + world.schedule().below(200);
    if (world.chaos().strikes(Fault.LATE_GRANT, 3, action.role().word())) {
      millis = 5_000L + world.schedule().below(20_000);
    }
    world.schedule().afterMillis(millis, () -> grant(action));
  }

  private void assertPserversRegistered(FleetAction.Ask action) {
    for (SimJob job : world.scenario().jobs()) {
      if (isOf(job, action)) {
        Violation.unless(
            world.masters().checks().registered(job.id(), Role.PSERVER) >= fewestWanted(job),
            Invariant.NoWorkerBeforeLastPserver,
            job.id() + ": a worker is asked for before every pserver has registered");
        world.masters().journal().require(job.id(), Fact.MapDefined.class, fact -> true, action);
      }
    }
  }

  /**
   * Checks {@link Invariant#NoDuplicateAsk}. The count before the latest change is allowed as well:
   * the record of the change may be safe before an earlier request is performed. A master may be
   * lost between the record of a release and the release: its successor requests another container
   * at once, and repeats the release when the cluster reports the old one as running.
   */
  private void assertNoneTooMany(FleetAction.Ask last) {
    int most = 0;
    int there = 0;
    for (SimJob job : world.scenario().jobs()) {
      if (last.role() == Role.PSERVER || isOf(job, last)) {
        most += wantedOfLate(job, last.role()).size();
        there += running(job, last.role());
      }
    }
    long asked =
        open.values().stream()
            .filter(
                ask -> ask.role() == last.role() && (isOfPserver(last) || areOfOneJob(ask, last)))
            .count();
    Violation.unless(
        there + asked <= most,
        Invariant.NoDuplicateAsk,
        asked + " asked for, " + there + " there, " + most + " wanted: " + last);
  }

  /** More may be wanted since workers were to be asked for, which waits for the journal. */
  private int fewestWanted(SimJob job) {
    return world.masters().journal().of(job.id()).stream()
        .filter(Fact.PserversWanted.class::isInstance)
        .mapToInt(fact -> ((Fact.PserversWanted) fact).indices().size())
        .reduce(job.pservers(), Math::min);
  }

  private static boolean isOfPserver(FleetAction.Ask ask) {
    return ask.role() == Role.PSERVER;
  }

  private boolean areOfOneJob(FleetAction.Ask one, FleetAction.Ask other) {
    return world.scenario().jobs().stream().anyMatch(job -> isOf(job, one) && isOf(job, other));
  }

  /** By its size, which is half as much more after each time that memory was too little. */
  private static boolean isOf(SimJob job, FleetAction.Ask ask) {
    int first = job.workerMemoryMb();
    return List.of(first, (first * 3 + 1) / 2, first * 2).contains(ask.memoryMb());
  }

  /** The places that pservers are wanted at. */
  List<Integer> wanted(SimJob job) {
    return world
        .masters()
        .journal()
        .last(job.id(), Fact.PserversWanted.class)
        .map(Fact.PserversWanted::indices)
        .orElse(IntStream.range(0, job.pservers()).boxed().toList());
  }

  /** The places that workers are wanted at. */
  List<Integer> wantedWorkers(SimJob job) {
    return world
        .masters()
        .journal()
        .last(job.id(), Fact.WorkersWanted.class)
        .map(Fact.WorkersWanted::indices)
        .orElse(IntStream.range(0, job.workers()).boxed().toList());
  }

  /** The places that are wanted, and those that were before that was said. */
  private Set<Integer> wantedOfLate(SimJob job, Role role) {
    List<List<Integer>> all = new ArrayList<>();
    all.add(
        IntStream.range(0, role == Role.WORKER ? job.workers() : job.pservers()).boxed().toList());
    for (Fact fact : world.masters().journal().of(job.id())) {
      if (fact instanceof Fact.WorkersWanted wanted && role == Role.WORKER) {
        all.add(wanted.indices());
      } else if (fact instanceof Fact.PserversWanted wanted && role == Role.PSERVER) {
        all.add(wanted.indices());
      }
    }
    Set<Integer> late = new TreeSet<>(all.get(all.size() - 1));
    late.addAll(all.get(Math.max(0, all.size() - 2)));
    return late;
  }

  /** Those that are wanted; others may still be there that are to be left. */
  private int running(SimJob job, Role role) {
    Set<Integer> wanted = wantedOfLate(job, role);
    return (int)
        containers.values().stream()
            .filter(c -> c.launch != null && !c.released && !c.leaving && !c.completed)
            .filter(c -> c.launch.job().equals(job.id()) && c.launch.role() == role)
            .filter(c -> wanted.contains(c.launch.index()))
            .count();
  }

  /** The attempt is gone: what it asked for, and what no node has said yet that it runs. */
  void attemptLost() {
    open.clear();
    for (Container container : List.copyOf(containers.values())) {
      container.leaving = isReleaseSafe(container);
      if (!container.running && !container.completed) {
        container.released = true;
        stop(container, ABORTED, "Container of a completed application");
      }
    }
  }

  private boolean isReleaseSafe(Container container) {
    return world.masters().journal().of(null).stream()
        .filter(Fact.ContainerNoted.class::isInstance)
        .map(Fact.ContainerNoted.class::cast)
        .filter(noted -> noted.containerId().equals(container.id))
        .anyMatch(noted -> noted.step().equals(Fact.ContainerNoted.RELEASED));
  }

  /** Tells a new attempt what still runs, perhaps not all at once, and what ended unheard. */
  void join() {
    List<FleetEvent.Previous> now = new ArrayList<>();
    for (Container container : List.copyOf(containers.values())) {
      if (container.completed) {
        tellEnd(container);
      } else if (world.chaos().strikes(Fault.LATE_FINDING, 3, "joining")) {
        world.schedule().afterMillis(10L + world.schedule().below(20_000), () -> find(container));
      } else {
        now.add(new FleetEvent.Previous(container.id, "host"));
      }
    }
    world.masters().tell(new Event.OfFleet(new FleetEvent.ClusterSized(HOSTS, 1 << 20)));
    world.masters().tell(new Event.OfFleet(new FleetEvent.Joined(now)));
  }

  private void find(Container container) {
    if (!container.completed) {
      List<FleetEvent.Previous> one = List.of(new FleetEvent.Previous(container.id, "host"));
      world.masters().tell(new Event.OfFleet(new FleetEvent.Joined(one)));
    }
  }

  private void grant(FleetAction.Ask ask) {
    boolean lost = ask.ask() >> 20 < world.masters().present().term();
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
    Container container = new Container("container_" + ++granted, place());
    containers.put(container.id, container);
    FleetEvent event = new FleetEvent.Granted(ask.ask(), container.id, container.host);
    report(event, "granted");
  }

  /** Somewhere it may be; a grant may cross with the word that its host is to be avoided. */
  private String place() {
    String host = host(granted);
    boolean crosses = world.schedule().oneIn(4);
    for (int i = 1; i < HOSTS && avoided.contains(host) && !crosses; i++) {
      host = host(granted + i);
    }
    return host;
  }

  private static String host(int number) {
    return "host-" + number % HOSTS;
  }

  private void report(FleetEvent event, String step) {
    world
        .schedule()
        .afterMillis(
            world.schedule().below(30),
            () -> {
              world.masters().tell(new Event.OfFleet(event));
              if (world.chaos().strikes(Fault.DUPLICATE_STATUS, 3, step)) {
                world.masters().tell(new Event.OfFleet(event));
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
      world.chaos().hit("AVOIDED", standing(host));
    }
    avoided.addAll(action.more());
    avoided.removeAll(action.fewer());
    assertAvoidedAreNoted();
  }

  /**
   * Checks {@link Invariant#AvoidedAreNoted}. A record at any time is enough: a later one may free
   * the host before the cluster receives either instruction.
   */
  private void assertAvoidedAreNoted() {
    for (String host : avoided) {
      Violation.unless(
          noted(host).anyMatch(standing -> !standing.equals(Fact.NodeNoted.FREE)),
          Invariant.AvoidedAreNoted,
          host + " is avoided, and in the journal it was always free");
    }
    Violation.unless(avoided.size() * 3 < HOSTS, Invariant.AvoidedAreNoted, "too many: " + avoided);
  }

  private String standing(String host) {
    return noted(host).reduce((before, after) -> after).orElse(Fact.NodeNoted.FREE);
  }

  private Stream<String> noted(String host) {
    return world.masters().journal().of(null).stream()
        .filter(Fact.NodeNoted.class::isInstance)
        .map(Fact.NodeNoted.class::cast)
        .filter(noted -> noted.host().equals(host))
        .map(Fact.NodeNoted::standing);
  }

  @Override
  public void on(FleetAction.Launch action) {
    Container container = containers.get(action.containerId());
    Violation.unless(
        container != null && !container.launched && !container.released,
        Invariant.EveryGrantUsedOrReturned,
        "launch of a container that is not ours to launch: " + action);
    Violation.unless(
        !avoided.contains(container.host),
        Invariant.AvoidedGetsNothing,
        "launch on " + container.host + ", which the cluster is to avoid: " + action);
    container.launched = true;
    container.launch = action;
    world.schedule().afterMillis(10L + world.schedule().below(50), () -> launch(container, action));
  }

  private void launch(Container container, FleetAction.Launch action) {
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
    SimJob job = world.job(action.job());
    container.process =
        worker
            ? new SimWorker(world, job, action.index(), container.id)
            : new SimPserver(world, job, action.index(), container.id);
    world.schedule().afterMillis(world.schedule().below(200), () -> container.running = true);
    container.process.host.afterMillis(
        200L + world.schedule().below(400), container.process::start);
  }

  @Override
  public void on(FleetAction.Release action) {
    Container container = containers.get(action.containerId());
    Violation.unless(container != null, Invariant.EveryGrantUsedOrReturned, "release of " + action);
    assertKept(container);
    container.released = true;
    world
        .schedule()
        .afterMillis(10, () -> stop(container, ABORTED, "Container released by application"));
  }

  /** Checks {@link Invariant#ContainersKept} at a release. */
  private void assertKept(Container container) {
    boolean runs = container.process != null && !container.process.host.isDead();
    if (runs && world.scenario().losesOnlyMasters()) {
      JobId job = container.launch.job();
      Violation.unless(
          world.masters().journal().find(job, Fact.EndDecided.class, fact -> true).isPresent(),
          Invariant.ContainersKept,
          container.id + " was released while its job goes on");
    }
  }

  private void stop(Container container, int exit, String diagnostics) {
    if (container.process != null && !container.process.host.isDead()) {
      container.process.host.die();
      world.network().reset(container.process.host);
    }
    complete(container, exit, diagnostics);
  }

  /** A process has ended by itself. */
  void processEnded(String containerId, int exit) {
    Container container = containers.get(containerId);
    complete(container, exit, exit == 0 ? "" : "Exit code is " + exit);
  }

  private void complete(Container container, int exit, String diagnostics) {
    if (!container.completed) {
      container.completed = true;
      container.end = new FleetEvent.Completed(container.id, exit, diagnostics);
      world.schedule().afterMillis(5 + world.schedule().below(1500), () -> tellEnd(container));
    }
  }

  /** Until a master hears of it; that master may die with the news. */
  private void tellEnd(Container container) {
    if (!container.told) {
      container.told = !world.masters().present().host().isDead();
      report(container.end, "completed");
    }
  }

  /** Whether a master has heard that a process of the job ended so. */
  boolean hasTold(SimJob job, int exit) {
    return containers.values().stream()
        .anyMatch(one -> one.told && one.end.exit() == exit && one.process.job.equals(job));
  }

  /** Takes a worker's container for another queue. */
  void preempt(SimMember member) {
    stop(containers.get(member.containerId), PREEMPTED, "Container preempted by scheduler");
  }

  /** Warns that a container is going to be taken, more than once, and perhaps takes it. */
  void leave(SimMember member) {
    report(new FleetEvent.Leaving(List.of(member.containerId), "its node is drained"), "leaving");
    if (world.schedule().oneIn(2)) {
      world.schedule().afterMillis(500L + world.schedule().below(15_000), () -> preempt(member));
    }
  }

  List<SimMember> processes() {
    return containers.values().stream()
        .filter(container -> container.process != null && !container.process.host.isDead())
        .map(container -> container.process)
        .toList();
  }

  /** The living pserver process of an incarnation, or null. */
  SimPserver pserver(SimJob job, long incarnation) {
    return pservers(job).stream()
        .filter(pserver -> pserver.incarnation() == incarnation)
        .findFirst()
        .orElse(null);
  }

  /** The living pserver processes of a job. */
  List<SimPserver> pservers(SimJob job) {
    return processes().stream()
        .filter(process -> process.job.equals(job))
        .filter(SimPserver.class::isInstance)
        .map(SimPserver.class::cast)
        .toList();
  }

  /** Checks {@link Invariant#NothingOutlivesItsJob}. */
  void assertNothingLeft(JobId job) {
    for (SimMember process : processes()) {
      Violation.unless(
          !process.job.id().equals(job),
          Invariant.NothingOutlivesItsJob,
          process.host + " lives after the end of " + job);
    }
  }

  /** Checks {@link Invariant#EveryGrantUsedOrReturned} when all jobs are over. */
  void assertEveryGrantUsedOrReturned() {
    for (Container container : containers.values()) {
      Violation.unless(
          container.completed && (container.launched || container.released),
          Invariant.EveryGrantUsedOrReturned,
          container.id + " was neither used nor returned");
    }
    Violation.unless(
        open.isEmpty(), Invariant.EveryGrantUsedOrReturned, "still asked: " + open.values());
  }
}
