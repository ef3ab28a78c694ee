package trainer.pserver.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.core.table.PartitionMap;
import trainer.core.table.Partitions;

/** Two pservers, of which the second also holds each fourth partition; two lanes. */
class LaneAssignmentTest {
  private static final PartitionMap MAP =
      new PartitionMap(
          1,
          List.of(
              new PartitionMap.Pserver(new Incarnation(70), 0, "here", 1, 2),
              new PartitionMap.Pserver(new Incarnation(71), 1, "there", 1, 2)),
          IntStream.range(0, Partitions.COUNT)
              .mapToObj(p -> p % 4 == 0 ? List.of(0, 1) : List.of(0))
              .toList());

  @Test
  void aLaneHoldsThePartitionsOfItsNumber() {
    LaneAssignment first = new LaneAssignment(MAP, new Incarnation(70), 2);
    assertThat(first.isOnMap()).isTrue();
    assertThat(first.heldBy(1)).hasSize(Partitions.COUNT / 2).startsWith(1, 3, 5);
    LaneAssignment second = new LaneAssignment(MAP, new Incarnation(71), 2);
    assertThat(second.heldBy(0)).hasSize(Partitions.COUNT / 4).startsWith(0, 4, 8);
    assertThat(second.heldBy(1)).isEmpty();
  }

  @Test
  void aPserverThatIsOffTheMapHoldsNothing() {
    LaneAssignment off = new LaneAssignment(MAP, new Incarnation(72), 2);
    assertThat(off.isOnMap()).isFalse();
    assertThat(off.heldBy(0)).isEmpty();
  }

  @Test
  void aLaneOwnsItsShareOfAnyPartitions() {
    LaneAssignment off = new LaneAssignment(MAP, new Incarnation(72), 2);
    assertThat(off.ownedBy(0, List.of(6, 1, 2))).containsExactly(2, 6);
    assertThat(off.ownedBy(1, List.of(6, 1, 2))).containsExactly(1);
  }
}
