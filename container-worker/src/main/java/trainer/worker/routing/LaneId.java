package trainer.worker.routing;

import java.util.ArrayList;
import java.util.List;
import trainer.core.table.PartitionMap;

/**
 * One lane of one pserver process: the remote end of one bulk connection. A restarted pserver has
 * another incarnation, and thus other lanes.
 *
 * @param pserver the process
 * @param number 0 ≤ number &lt; {@code pserver.lanes()}
 */
public record LaneId(PartitionMap.Pserver pserver, int number) {
  /** Every lane of every pserver of the map, in the map's order. */
  public static List<LaneId> of(PartitionMap map) {
    List<LaneId> lanes = new ArrayList<>();
    for (PartitionMap.Pserver pserver : map.pservers()) {
      for (int number = 0; number < pserver.lanes(); number++) {
        lanes.add(new LaneId(pserver, number));
      }
    }
    return lanes;
  }

  /** Whether this lane holds a replica of {@code partition}. */
  boolean holds(PartitionMap map, int partition) {
    return partition % pserver.lanes() == number
        && map.copies().get(partition).contains(map.pservers().indexOf(pserver));
  }

  /** Whether {@code partition} is pulled from this lane. */
  boolean serves(PartitionMap map, int partition) {
    return partition % pserver.lanes() == number && map.primary(partition).equals(pserver);
  }

  /**
   * A fast hash, because every event looks lanes up. No two processes have the same incarnation.
   */
  @Override
  public int hashCode() {
    return 31 * Long.hashCode(pserver.incarnation().number()) + number;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof LaneId lane && number == lane.number && pserver.equals(lane.pserver));
  }

  @Override
  public String toString() {
    return "pserver-" + pserver.index() + "/" + pserver.incarnation() + " lane " + number;
  }
}
