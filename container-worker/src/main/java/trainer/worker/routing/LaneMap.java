package trainer.worker.routing;

import java.util.List;
import trainer.core.table.PartitionMap;

/** What each lane of a map has of it, worked out once: every key list is cut by that. */
final class LaneMap {
  /**
   * What one lane has.
   *
   * @param held the partitions that it holds a copy of, a bit each: all this is pushed to it
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

  /** Whether it is of that map. */
  boolean isOf(PartitionMap other) {
    return map.equals(other);
  }

  /** Every lane of every pserver, in the map's order. */
  List<Portion> portions() {
    return portions;
  }
}
