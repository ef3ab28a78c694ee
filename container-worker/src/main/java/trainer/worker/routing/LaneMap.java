package trainer.worker.routing;

import java.util.List;
import trainer.core.table.PartitionMap;

/**
 * The partitions of each lane under a map. They are computed once, and all key lists are divided by
 * them.
 */
final class LaneMap {
  /**
   * The partitions of one lane.
   *
   * @param held the partitions of which it holds a replica, a bit each: they are pushed to it
   * @param served the partitions that are pulled from it, a bit each: no other lane serves them
   */
  record Portion(LaneId lane, long held, long served) {}

  private final PartitionMap map;
  private final List<Portion> portions;

  LaneMap(PartitionMap map) {
    this.map = map;
    this.portions = LaneId.of(map).stream().map(this::portion).toList();
  }

  private Portion portion(LaneId lane) {
    long held = 0;
    long served = 0;
    for (int partition = 0; partition < map.partitions(); partition++) {
      held |= lane.holds(map, partition) ? 1L << partition : 0;
      served |= lane.serves(map, partition) ? 1L << partition : 0;
    }
    return new Portion(lane, held, served);
  }

  /** Whether this belongs to that map. */
  boolean isOf(PartitionMap other) {
    return map.equals(other);
  }

  /** Every lane of every pserver, in the map's order. */
  List<Portion> portions() {
    return portions;
  }
}
