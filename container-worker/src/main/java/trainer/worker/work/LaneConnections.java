package trainer.worker.work;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import trainer.core.table.PartitionMap;
import trainer.worker.routing.LaneId;

/** The connections to the lanes: what the map wants against what is there, and for how long not. */
final class LaneConnections {
  /** A process that is started anew, or is busy for a moment, is there again before that. */
  static final long PATIENCE = Duration.ofSeconds(4).toNanos();

  private enum State {
    CONNECTING,
    UP
  }

  private final Map<LaneId, State> links = new LinkedHashMap<>();

  /** What the map wanted when that was asked for last; null if something is gone since. */
  private PartitionMap asked;

  /** Since when there is no way to a lane. */
  private final Map<LaneId, Long> down = new HashMap<>();

  boolean isUp(LaneId lane) {
    return links.get(lane) == State.UP;
  }

  void up(LaneId lane) {
    links.replace(lane, State.UP);
    down.remove(lane);
  }

  /**
   * The connection broke, or could not be made.
   *
   * @param silentNanos for how long no byte had moved when it was given up for that, else 0
   * @return whether there has been no way for long, and it was tried to find another one
   */
  boolean lost(LaneId lane, long now, long silentNanos) {
    links.remove(lane);
    asked = null;
    down.putIfAbsent(lane, now - silentNanos);
    return silentNanos == 0 && now - down.get(lane) >= PATIENCE;
  }

  /** Asks for what the map wants and is not there, gives up what it does not name. */
  void reconcile(PartitionMap map, long now, Consumer<WorkerAction> out) {
    if (map != null && map.equals(asked)) {
      return; // as nearly always
    }
    asked = map;
    List<LaneId> wanted = map == null ? List.of() : LaneId.of(map);
    links.keySet().stream()
        .filter(lane -> !wanted.contains(lane))
        .toList()
        .forEach(
            lane -> {
              links.remove(lane);
              out.accept(new WorkerAction.Disconnect(lane));
            });
    down.keySet().retainAll(wanted);
    for (LaneId lane : wanted) {
      if (links.putIfAbsent(lane, State.CONNECTING) == null) {
        down.putIfAbsent(lane, now);
        out.accept(new WorkerAction.Connect(lane));
      }
    }
  }
}
