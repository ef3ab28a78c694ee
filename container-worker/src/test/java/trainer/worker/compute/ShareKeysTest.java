package trainer.worker.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.table.Initializer;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;
import trainer.core.table.TableSpec;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.LocalRows;
import trainer.learning.block.NamedRows;

class ShareKeysTest {
  private static final int DENSE = 2;

  private final TestModel model = new TestModel();

  private static Comparator<Long> order(int table) {
    return Comparator.comparing((Long key) -> Partitions.of(table, key))
        .thenComparing(Long::compareUnsigned);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 5})
  void theListIsTheSortedUnionOfTheBlocks(int count) {
    ShareKeys reused = new ShareKeys(TestModel.TABLES);
    for (int seed = 0; seed < 100; seed++) {
      List<DecodedBlock> blocks = Blocks.some(count, seed, model);
      KeyList keys = reused.prepare(blocks).layout().keys();
      List<Long> expected = new ArrayList<>();
      for (int table = 0; table < 2; table++) {
        TreeSet<Long> union = new TreeSet<>(order(table));
        for (DecodedBlock block : blocks) {
          for (long key : block.keys()[table].keys()) {
            union.add(key);
          }
        }
        expected.addAll(union);
      }
      assertThat(keys.keys()).as("seed %d", seed).containsExactly(toArray(expected));
      for (int i = 0; i < keys.segments(); i++) {
        assertThat(keys.count(i)).isPositive();
        assertThat(keys.isWhole(i)).isEqualTo(keys.tables()[i] == DENSE);
        for (int k = keys.starts()[i]; k < keys.starts()[i + 1]; k++) {
          assertThat(Partitions.of(keys.tables()[i], keys.keys()[k]))
              .isEqualTo(keys.partitions()[i]);
        }
      }
    }
  }

  @Test
  void offsetsLeadFromEachLocalRowToItsKey() {
    for (int seed = 0; seed < 50; seed++) {
      PreparedShare share = new ShareKeys(TestModel.TABLES).prepare(Blocks.some(3, seed, model));
      long[] keyAt = new long[share.layout().size()];
      KeyList keys = share.layout().keys();
      int end = 0;
      for (int i = 0; i < keys.segments(); i++) {
        for (long key : Blocks.keys(keys, i)) {
          keyAt[end] = key;
          end += TestModel.TABLES.get(keys.tables()[i]).width();
        }
      }
      assertThat(end).isEqualTo(share.layout().size());
      for (int b = 0; b < share.blocks().size(); b++) {
        for (int table = 0; table < TestModel.TABLES.size(); table++) {
          RowPlaces places = share.places()[b][table];
          NamedRows named = share.blocks().get(b).keys()[table];
          assertThat(places.rows()).isEqualTo(named.count());
          int width = TestModel.TABLES.get(table).width();
          for (int row = 0; row < places.rows(); row++) {
            int at = places.starts() == null ? places.from() + row * width : places.starts()[row];
            assertThat(keyAt[at]).isEqualTo(named.key(row));
          }
        }
      }
    }
  }

  @Test
  void aDenseTableIsAskedForWholeOrNotAtAll() {
    Set<Integer> counts = new TreeSet<>();
    for (int seed = 0; seed < 50; seed++) {
      List<DecodedBlock> blocks = Blocks.some(1 + seed % 3, seed, model);
      boolean named = blocks.stream().anyMatch(block -> block.keys()[DENSE].count() > 0);
      KeyList keys = new ShareKeys(TestModel.TABLES).prepare(blocks).layout().keys();
      int rows = 0;
      for (int i = 0; i < keys.segments(); i++) {
        rows += keys.tables()[i] == DENSE ? keys.count(i) : 0;
      }
      assertThat(rows).isEqualTo(named ? TestModel.TABLES.get(DENSE).rows() : 0);
      counts.add(rows);
    }
    assertThat(counts).hasSize(2);
  }

  @Test
  void rowsThatNoArrayHoldsAreRefusedByName() {
    TableSpec huge = new TableSpec("huge", 1 << 16, Initializer.ZERO, true, 20);
    for (TableSpec table : List.of(huge, huge.dense(1 << 15))) {
      LocalRows index = new LocalRows(List.of(table));
      for (int row = 0; row < 1 << 15; row++) {
        index.row(0, row);
      }
      DecodedBlock one = Blocks.block(3, 1, model);
      DecodedBlock wide =
          new DecodedBlock(
              one.file(),
              one.block(),
              one.examples(),
              0,
              model,
              one.rows(),
              index.finish(new int[0][]));
      assertThatThrownBy(() -> new ShareKeys(List.of(table)).prepare(List.of(wide)))
          .hasMessageContaining("RESOURCE_TOO_LARGE")
          .hasMessageContaining("32768 rows of table huge, each of 65536")
          .hasMessageContaining("file:/data/a, block 3");
    }
  }

  @Test
  void theKeysOfASingleBlockServe() {
    List<DecodedBlock> one = Blocks.some(1, 1, model);
    PreparedShare share = new ShareKeys(List.of(TestModel.TABLES.get(0))).prepare(one);
    assertThat(share.layout().keys().keys()).isSameAs(one.get(0).keys()[0].keys());
    assertThat(share.places()[0][0].starts()).isNull();
  }

  private static long[] toArray(List<Long> keys) {
    return keys.stream().mapToLong(Long::longValue).toArray();
  }
}
