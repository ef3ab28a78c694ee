package trainer.worker.work;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trainer.core.table.PartitionMap;
import trainer.worker.api.WorkerAction;
import trainer.worker.routing.LaneId;

/**
 * The connections to the lanes: reconciles the lanes of the map with the existing connections, and
 * measures how long a lane has been unreachable.
 */
final class LaneConnections {
  /**
   * The time after which a lane is reported unreachable. A process that restarts, or is busy for a
   * moment, is back earlier.
   */
  static final long PATIENCE = Duration.ofSeconds(4).toNanos();

  private enum State {
    CONNECTING,
    UP
  }

  private final Map<LaneId, State> connections = new LinkedHashMap<>();

  /** The map that was reconciled last; null if a connection has been lost since. */
  private PartitionMap reconciled;

  /** The time since which each unreachable lane is down. */
  private final Map<LaneId, Long> down = new HashMap<>();

  boolean isUp(LaneId lane) {
    return connections.get(lane) == State.UP;
  }

  void onConnected(LaneId lane) {
    connections.replace(lane, State.UP);
    down.remove(lane);
  }

  /**
   * Notes that a connection broke or could not be made.
   *
   * @param silentNanos how long no byte had moved, if the connection was given up for that, else 0
   * @return whether the lane has been down for {@link #PATIENCE} and another attempt has failed
   */
  boolean onLost(LaneId lane, long now, long silentNanos) {
    connections.remove(lane);
    reconciled = null;
    down.putIfAbsent(lane, now - silentNanos);
    return silentNanos == 0 && now - down.get(lane) >= PATIENCE;
  }

  /** Connects to lanes of the map that lack a connection, and disconnects from all others. */
  void reconcile(PartitionMap map, long now, WorkerOutbox out) {
    if (map != null && map.equals(reconciled)) {
      return; // nearly every call ends here
    }
    reconciled = map;
    List<LaneId> wanted = map == null ? List.of() : LaneId.of(map);
    connections.keySet().stream()
        .filter(lane -> !wanted.contains(lane))
        .toList()
        .forEach(
            lane -> {
              connections.remove(lane);
              out.add(new WorkerAction.Disconnect(lane));
            });
    down.keySet().retainAll(wanted);
    for (LaneId lane : wanted) {
      if (connections.putIfAbsent(lane, State.CONNECTING) == null) {
        down.putIfAbsent(lane, now);
        out.add(new WorkerAction.Connect(lane));
      }
    }
  }
}
