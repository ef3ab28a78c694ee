package trainer.it.simulation.process;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import trainer.core.id.Term;
import trainer.core.job.Role;
import trainer.core.message.FromWorker;
import trainer.core.message.ToMember;
import trainer.core.message.ToRole;
import trainer.core.message.ToWorker;
import trainer.it.simulation.checks.PoolState;
import trainer.it.simulation.scenario.Fault;
import trainer.it.simulation.scenario.SimJob;
import trainer.it.simulation.turns.SimTurns;

/**
 * The process of a worker of the pool, with the steps of {@code PoolProcess} of the real worker. It
 * is a member of the session, and each of its services is a member of a job.
 */
public final class SimPoolWorker extends SimMember {
  private static final int PERIOD_MILLIS = 500;

  /** Jobs wait so long at most for the proof that a death was not theirs. */
  private static final int PROOF_MILLIS = 60_000;

  private final Map<String, SimPoolService> services = new LinkedHashMap<>();
  private final Set<String> ended = new HashSet<>();
  private List<String> orderedStill = List.of();
  private final SimTurns gate;
  private final int slowness;
  private Term term = Term.NONE;
  private String reported = "";

  SimPoolWorker(World world, SimJob session, int index, String containerId) {
    super(world, session, Role.WORKER, index, containerId);
    this.gate = new SimTurns(host, world.schedule(), world.scenario().pool().cores());
    this.slowness = world.chaos().strikes(Fault.SLOW_WORKER, 3, "starting") ? 4 : 1;
  }

  @Override
  void start() {
    super.start();
    tick();
  }

  private void tick() {
    report();
    host.afterMillis(PERIOD_MILLIS, this::tick);
  }

  private void report() {
    if (!isWelcome()) {
      return;
    }
    services.forEach((name, service) -> ended.addAll(service.isOver() ? Set.of(name) : Set.of()));
    services.keySet().removeAll(ended);
    List<FromWorker.Service> reports = new ArrayList<>();
    services.values().forEach(service -> reports.add(service.report()));
    say(new FromWorker.Served(reports, orderedStill));
    String now = reports.stream().map(FromWorker.Service::name).toList().toString();
    if (!now.equals(reported)) {
      world.note(host + " reports " + now);
      reported = now;
    }
    if (services.values().stream().anyMatch(SimPoolService::hasEnded)) {
      onChange(); // told of once, then not
    }
  }

  /** Has the master told of a change soon. */
  void onChange() {
    host.afterMillis(1, this::report);
  }

  @Override
  void told(ToRole message) {
    if (message instanceof ToWorker.Serve order) {
      serve(order);
    } else if (message instanceof ToMember.Welcome) {
      world.cluster().welcomed(this);
      world.disturb(0);
      onChange();
    }
  }

  private void serve(ToWorker.Serve order) {
    if (order.term().number() < term.number()) {
      return; // a master that another one has superseded
    }
    term = order.term();
    world.note(
        host + " is to serve " + order.jobs().stream().map(ToWorker.Serving::service).toList());
    gate.since(order.change());
    Set<String> wanted =
        order.jobs().stream().map(ToWorker.Serving::service).collect(Collectors.toSet());
    services.forEach(
        (name, service) -> {
          if (!wanted.contains(name)) {
            service.end();
          }
        });
    orderedStill = wanted.stream().filter(ended::contains).toList();
    for (ToWorker.Serving one : order.jobs()) {
      SimPoolService known = services.get(one.service());
      if (known != null) {
        known.turn(one);
      } else if (!ended.contains(one.service())) {
        begin(one);
      }
    }
    onChange();
  }

  private void begin(ToWorker.Serving order) {
    int memoryMb = world.job(order.job()).model().memoryMb();
    world.pool().begun(containerId, order, memoryMb, live(), world.schedule().nanos());
    SimPoolService added = new SimPoolService(world, this, order, gate);
    services.put(order.service(), added);
    added.start();
  }

  private List<PoolState.Service> live() {
    return services.values().stream()
        .filter(one -> !one.hasEnded())
        .map(SimPoolService::state)
        .toList();
  }

  /** The worker as it is. */
  public PoolState.Worker state() {
    return new PoolState.Worker(containerId, isKnown(), live());
  }

  /** Whether it serves several jobs. */
  boolean isShared() {
    return live().size() > 1;
  }

  /** The factor of the time that everything takes here. */
  int slowness() {
    return slowness;
  }

  private List<SimMember> members() {
    return services.values().stream()
        .map(SimPoolService::member)
        .filter(member -> member != null && !member.host.isDead())
        .toList();
  }

  /** Breaks the connection of one of its services. */
  public void breakOne() {
    List<SimMember> members = members();
    if (!members.isEmpty()) {
      SimMember one = members.get(world.schedule().below(members.size()));
      if (one.session() != null) {
        world.deaths().onDoubt();
        one.session().breakOff();
      }
    }
  }

  @Override
  public void pause(long millis) {
    world.disturb(millis);
    world.deaths().onDoubt();
    super.pause(millis);
    members().forEach(member -> member.pause(millis));
  }

  @Override
  public void partition(long millis) {
    world.disturb(millis);
    world.deaths().onDoubt();
    super.partition(millis);
    members().forEach(member -> member.partition(millis));
  }

  @Override
  void kill() {
    world.disturb(PROOF_MILLIS);
    world.deaths().died(live().stream().map(PoolState.Service::job).collect(Collectors.toSet()));
    super.kill();
    services.values().forEach(SimPoolService::kill);
  }

  @Override
  public String step() {
    return switch (live().size()) {
      case 0 -> "serving none";
      case 1 -> "serving one";
      default -> "serving several";
    };
  }

  @Override
  int port() {
    return 0;
  }

  @Override
  int lanes() {
    return 0;
  }

  @Override
  long recordsComputed() {
    return 0;
  }
}
