package trainer.worker.share;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import trainer.core.table.PartitionMap;

/** The connections to the lanes: what the map wants against what is there. */
final class Links {
  private enum State {
    CONNECTING,
    UP
  }

  private final Map<Lane, State> links = new LinkedHashMap<>();

  boolean isUp(Lane lane) {
    return links.get(lane) == State.UP;
  }

  void up(Lane lane) {
    links.replace(lane, State.UP);
  }

  void lost(Lane lane) {
    links.remove(lane);
  }

  /** Asks for what the map wants and is not there, gives up what it does not name. */
  void reconcile(PartitionMap map, Consumer<WorkerAction> out) {
    List<Lane> wanted = map == null ? List.of() : Lane.of(map);
    links.keySet().stream()
        .filter(lane -> !wanted.contains(lane))
        .toList()
        .forEach(
            lane -> {
              links.remove(lane);
              out.accept(new WorkerAction.Disconnect(lane));
            });
    for (Lane lane : wanted) {
      if (links.putIfAbsent(lane, State.CONNECTING) == null) {
        out.accept(new WorkerAction.Connect(lane));
      }
    }
  }
}
