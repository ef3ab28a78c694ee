package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.ToMember;
import trainer.core.table.Partitions;
import trainer.pserver.store.CountedRoom;
import trainer.pserver.store.MemoryBudget;
import trainer.pserver.store.Table;
import trainer.pserver.store.TableShard;

class CheckpointLoadTest {
  private static final long KEY = 10;
  private static final int PARTITION = Partitions.of(0, KEY);
  private static final float[] CELLS = {3, 4};

  private static LaneReplicas lane(MemoryBudget room) {
    List<Table> tables = Table.of(Fixture.SPECS, spec -> new Fixture.Halving());
    return new Fixture(tables, false, room, PARTITION).replicas;
  }

  private static boolean isFollowing(LaneReplicas lane, long base) {
    ToMember.NewLine back =
        new ToMember.NewLine(
            new Term(1), new Line(2), new Version(base), Line.NONE, new Line(2), null, "somewhere");
    return lane.newLine(back).following();
  }

  @Test
  void aLineLoadsTheRowsAdded() {
    LaneReplicas lane = lane(MemoryBudget.ENDLESS);
    assertThat(lane.load().add(0, PARTITION, KEY, CELLS, CELLS.length)).isTrue();
    lane.load().complete(7, 12);
    assertThat(isFollowing(lane, 7)).isTrue();
    RowCursor cursor = lane.committed().rows(0, PARTITION);
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.weights()).containsExactly(3);
    assertThat(lane.committed().snapshot(List.of(PARTITION)).updates()).isEqualTo(12);
  }

  @Test
  void aLineOfAnotherVersionIsNotFollowed() {
    LaneReplicas lane = lane(MemoryBudget.ENDLESS);
    lane.load().complete(7, 0);
    assertThat(isFollowing(lane, 8)).isFalse();
  }

  @Test
  void memoryIsReservedForManyRowsAtOnce() {
    long manyRows = 1024 * rowBytes();
    assertThat(
            lane(new CountedRoom(manyRows - 1)).load().add(0, PARTITION, KEY, CELLS, CELLS.length))
        .isFalse();

    CountedRoom room = new CountedRoom(manyRows);
    CheckpointLoad load = lane(room).load();
    assertThat(load.add(0, PARTITION, KEY, CELLS, CELLS.length)).isTrue();
    assertThat(room.has(1)).isFalse();
    assertThat(load.add(0, PARTITION, KEY, CELLS, CELLS.length))
        .as("its memory is reserved")
        .isTrue();
  }

  private static long rowBytes() {
    Table table = Table.of(Fixture.SPECS, spec -> new Fixture.Halving()).get(0);
    return new TableShard(table, PARTITION).rowBytes();
  }
}
