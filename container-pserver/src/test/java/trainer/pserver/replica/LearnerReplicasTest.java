package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.id.Term;
import trainer.core.table.Partitions;
import trainer.core.table.TableRows;
import trainer.pserver.store.CountedRoom;
import trainer.pserver.store.MemoryBudget;
import trainer.pserver.store.Table;
import trainer.pserver.store.TableSize;

class LearnerReplicasTest {
  private static final long KEY = 10;
  private static final int PARTITION = Partitions.of(0, KEY);
  private static final int[] NONE = {};
  private static final TableRows ROW = new TableRows(0, new long[] {KEY}, new float[] {3, 4});

  private static LaneReplicas lane(MemoryBudget room, int... partitions) {
    List<Table> tables = Table.of(Fixture.SPECS, spec -> new Fixture.Halving());
    return new Fixture(tables, false, room, partitions).replicas;
  }

  private static long rows(LaneReplicas lane) {
    return lane.sizes().stream().limit(1).mapToLong(TableSize::rows).sum();
  }

  @Test
  void aLineLetsTheLaneHoldTheRowsLearned() {
    LaneReplicas lane = lane(MemoryBudget.ENDLESS);
    lane.learners().begin(new Term(1), NONE, new int[] {PARTITION});
    assertThat(lane.learners().add(PARTITION, ROW)).isTrue();
    assertThat(lane.learners().complete(1, 6)).containsOnlyKeys(PARTITION);
    assertThat(lane.holds(PARTITION)).isFalse();

    assertThat(lane.newLine(Fixture.line(new Term(1), 2, 6), new int[] {PARTITION}).following())
        .isTrue();

    RowCursor cursor = lane.committed().rows(0, PARTITION);
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.weights()).containsExactly(3);
  }

  @Test
  void rowsOfAPartitionThatIsNotLearnedAreIgnored() {
    LaneReplicas lane = lane(MemoryBudget.ENDLESS);
    assertThat(lane.learners().add(PARTITION, ROW)).isTrue();
    assertThat(rows(lane)).isZero();
  }

  @Test
  void rowsWithoutRoomAreRejectedAndADiscardFreesTheRest() {
    LaneReplicas lane = lane(new CountedRoom(0));
    lane.learners().begin(new Term(1), NONE, new int[] {PARTITION});
    assertThat(lane.learners().add(PARTITION, ROW)).isFalse();
    lane.learners().discard();
    assertThat(lane.learners().complete(1, 1)).isEmpty();
  }

  @Test
  void theNextBuildDiscardsTheRowsOfTheOneBefore() {
    LaneReplicas lane = lane(MemoryBudget.ENDLESS);
    lane.learners().begin(new Term(1), NONE, new int[] {PARTITION});
    lane.learners().add(PARTITION, ROW);
    assertThat(rows(lane)).isOne();
    lane.learners().begin(new Term(1), NONE, new int[] {PARTITION});
    assertThat(rows(lane)).isZero();
  }

  @Test
  void aLaneThatIsOffTheMapDropsItsPartitions() {
    LaneReplicas lane = lane(MemoryBudget.ENDLESS, PARTITION);
    lane.learners().begin(new Term(1), NONE, new int[] {PARTITION});
    assertThat(lane.holds(PARTITION)).isFalse();
  }
}
