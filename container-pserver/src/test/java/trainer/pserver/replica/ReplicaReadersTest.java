package trainer.pserver.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.id.Term;
import trainer.core.table.Partitions;
import trainer.pserver.store.OptimizerStep;
import trainer.pserver.store.RowUpdate;
import trainer.pserver.store.ShardSnapshot;
import trainer.pserver.store.Table;

/** Readers of a replica of one partition whose only row doubles its weights. */
class ReplicaReadersTest {
  private static final long KEY = 10;

  private final List<Table> tables =
      Table.of(Fixture.SPECS.subList(0, 1), spec -> new Fixture.Halving());
  private final PartitionReplica replica =
      new PartitionReplica(Partitions.of(0, KEY), tables, new OptimizerStep(), false, false);
  private final ReplicaReaders readers = replica.rows().readers();

  ReplicaReadersTest() {
    replica.rows().fill(0, KEY, new float[] {3, 4}, 2);
    replica.filled(0);
    replica.newLine(new Term(1), 1, 0, 0, 0);
  }

  private void doubleWeights() {
    replica.rows().compute(new RowUpdate(0, "double", (key, weights) -> weights[0] *= 2));
  }

  @Test
  void areEmptyWithoutStreamAndSnapshot() {
    assertThat(readers.isEmpty()).isTrue();
    ReplicaStream stream = replica.stream();
    assertThat(readers.isEmpty()).isFalse();
    readers.remove(stream);
    replica.rows().beginSnapshot();
    assertThat(readers.isEmpty()).isFalse();
    readers.endSnapshot();
    assertThat(readers.isEmpty()).isTrue();
  }

  @Test
  void aSnapshotKeepsRowsAsTheyWereBeforeATentativeVersion() {
    replica.rows().beginSnapshot();
    doubleWeights();
    assertThat(snapshot()).containsExactly(3f);
  }

  @Test
  void aSnapshotThatBeginsWhileAVersionIsTentativeDoesNotShowIt() {
    doubleWeights();
    replica.rows().beginSnapshot();
    assertThat(snapshot()).containsExactly(3f);
  }

  @Test
  void aStreamSendsRowsAgainThatACommitChanged() {
    ReplicaStream stream = replica.stream();
    assertThat(stream.next(100).cells()).containsExactly(3, 4);
    doubleWeights();
    assertThat(stream.remaining()).as("a tentative version is not sent").isZero();
    replica.rows().commit();
    assertThat(stream.next(100).cells()).containsExactly(6, 4);
  }

  @Test
  void aStreamStartsAgainAfterALoad() {
    ReplicaStream stream = replica.stream();
    assertThat(stream.next(100).keys()).containsExactly(KEY);
    replica.rows().load(0, true);
    assertThat(stream.remaining()).isOne();
  }

  private List<Float> snapshot() {
    ShardSnapshot shard = readers.snapshot()[0];
    assertThat(shard.copySome(100)).isTrue();
    List<Float> weights = new ArrayList<>();
    shard.rows().forEach((key, cells, offset) -> weights.add(cells[offset]));
    return weights;
  }
}
