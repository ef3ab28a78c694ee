package trainer.pserver.server;

import java.util.Collection;
import java.util.stream.IntStream;
import trainer.core.id.Incarnation;
import trainer.core.table.PartitionMap;

/**
 * The assignment of the partitions of a map to the lanes of this pserver: lane l owns the
 * partitions p with p mod lanes = l.
 */
final class LaneAssignment {
  private static final int OFF_MAP = -1;

  private final PartitionMap map;
  private final int lanes;
  private final int position;

  /**
   * @param incarnation the incarnation of this pserver, by which the map names it
   * @param lanes the number of lanes
   */
  LaneAssignment(PartitionMap map, Incarnation incarnation, int lanes) {
    this.map = map;
    this.lanes = lanes;
    this.position =
        IntStream.range(0, map.pservers().size())
            .filter(i -> map.pservers().get(i).incarnation().equals(incarnation))
            .findFirst()
            .orElse(OFF_MAP);
  }

  /** Whether the map names this pserver. */
  boolean isOnMap() {
    return position != OFF_MAP;
  }

  /** The partitions that a lane holds, ascending. */
  int[] heldBy(int lane) {
    return IntStream.range(0, map.partitions())
        .filter(p -> p % lanes == lane && map.copies().get(p).contains(position))
        .toArray();
  }

  /** Those of {@code partitions} that a lane owns, ascending. */
  int[] ownedBy(int lane, Collection<Integer> partitions) {
    return partitions.stream()
        .mapToInt(Integer::intValue)
        .filter(p -> p % lanes == lane)
        .sorted()
        .toArray();
  }
}
