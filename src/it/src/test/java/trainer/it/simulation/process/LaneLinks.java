package trainer.it.simulation.process;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import trainer.testkit.Host;
import trainer.testkit.Wire;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.LaneId;

/** The connections of a simulated worker to lanes of pservers. */
public final class LaneLinks {
  /** How long a lane may be silent, or a connection to it take. */
  private static final int SILENCE_MILLIS = 5_000;

  private final World world;
  private final SimMember worker;
  private final Consumer<WorkerEvent> core;
  private final Map<LaneId, Wire<LaneMessages.ToLane, LaneMessages.FromLane>> links =
      new HashMap<>();

  /**
   * @param core receives the events of the connections
   */
  LaneLinks(World world, SimMember worker, Consumer<WorkerEvent> core) {
    this.world = world;
    this.worker = worker;
    this.core = core;
  }

  void connect(LaneId lane) {
    Host host = worker.host;
    SimPserver pserver = world.cluster().pserver(worker.job, lane.pserver().incarnation());
    if (pserver == null) {
      host.afterMillis(100, () -> core.accept(new WorkerEvent.Lost(lane)));
      return;
    }
    if (world.network().isPartitioned(host, pserver.host)) {
      host.afterMillis(SILENCE_MILLIS, () -> core.accept(new WorkerEvent.Lost(lane)));
      return;
    }
    Wire<LaneMessages.ToLane, LaneMessages.FromLane> wire =
        world.network().connect(host, pserver.host);
    links.put(lane, wire);
    wire.onFirst(message -> core.accept(message.event(lane)), () -> lost(lane, wire));
    pserver.connect(lane.number(), wire);
    core.accept(new WorkerEvent.Connected(lane));
  }

  private void lost(LaneId lane, Wire<LaneMessages.ToLane, LaneMessages.FromLane> wire) {
    if (links.remove(lane, wire)) {
      core.accept(new WorkerEvent.Lost(lane));
    }
  }

  /** Sends a message if there is a connection. */
  void send(LaneId lane, LaneMessages.ToLane message) {
    Wire<LaneMessages.ToLane, LaneMessages.FromLane> wire = links.get(lane);
    if (wire != null) {
      wire.sayFromFirst(message);
    }
  }

  void disconnect(LaneId lane) {
    Wire<LaneMessages.ToLane, LaneMessages.FromLane> wire = links.remove(lane);
    if (wire != null) {
      wire.breakOff();
    }
  }

  /** Breaks all connections. */
  public void breakAll() {
    List.copyOf(links.values()).forEach(Wire::breakOff);
  }

  /** Lets nothing pass to or from one of the pservers, which neither side notices at once. */
  public void cutOffOne(int millis) {
    List<Wire<?, ?>> wires = List.copyOf(links.values());
    if (!wires.isEmpty()) {
      Host pserver = wires.get(world.schedule().below(wires.size())).second();
      world.network().partition(worker.host, pserver, millis);
      worker.host.afterMillis(SILENCE_MILLIS, () -> giveUp(pserver));
    }
  }

  private void giveUp(Host silent) {
    if (!world.network().isPartitioned(worker.host, silent)) {
      return;
    }
    List<LaneId> cut =
        links.entrySet().stream()
            .filter(link -> link.getValue().second() == silent)
            .map(Map.Entry::getKey)
            .toList();
    for (LaneId lane : cut) {
      links.remove(lane).breakOff();
      core.accept(new WorkerEvent.Lost(lane));
    }
  }
}
