package trainer.worker.compute;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.LocalRows;

class ShareKeysTest {
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
          for (long key : block.keys()[table]) {
            union.add(key);
          }
        }
        expected.addAll(union);
      }
      assertThat(keys.keys()).as("seed %d", seed).containsExactly(toArray(expected));
      for (int i = 0; i < keys.segments(); i++) {
        assertThat(keys.starts()[i]).isLessThan(keys.starts()[i + 1]);
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
      int at = 0;
      for (int i = 0; i < keys.segments(); i++) {
        for (int k = keys.starts()[i]; k < keys.starts()[i + 1]; k++) {
          keyAt[at] = keys.keys()[k];
          at += TestModel.TABLES.get(keys.tables()[i]).width();
        }
      }
      assertThat(at).isEqualTo(share.layout().size());
      for (int b = 0; b < share.blocks().size(); b++) {
        for (int table = 0; table < 2; table++) {
          int[] offsets = share.offsets()[b][table];
          for (int row = 0; row < offsets.length; row++) {
            assertThat(keyAt[offsets[row]]).isEqualTo(share.blocks().get(b).keys()[table][row]);
          }
        }
      }
    }
  }

  @Test
  void localRowsNumberDistinctKeysInOrderOfFirstAppearance() {
    LocalRows rows = new LocalRows(1);
    Random random = new Random(7);
    for (int round = 0; round < 20; round++) {
      rows.clear();
      List<Long> distinct = new ArrayList<>();
      int count = random.nextInt(5000);
      for (int i = 0; i < count; i++) {
        long key = random.nextInt(1 + random.nextInt(3000)) * 0x1_0000_0000L;
        int row = rows.row(0, key);
        if (row == distinct.size()) {
          assertThat(distinct).doesNotContain(key);
          distinct.add(key);
        }
        assertThat(distinct.get(row)).isEqualTo(key);
      }
      assertThat(rows.distinct()[0]).containsExactly(toArray(distinct));
    }
  }

  @Test
  void manyKeysAreSortedAsFewAre() {
    Random random = new Random(3);
    long[] keys = random.longs(20_000).distinct().toArray();
    KeySort sort = new KeySort();
    sort.sort(1, keys, keys.length);
    TreeSet<Long> expected = new TreeSet<>(order(1));
    for (long key : keys) {
      expected.add(key);
    }
    int i = 0;
    for (long key : expected) {
      assertThat(sort.keys()[i]).isEqualTo(key);
      assertThat(keys[sort.numbers()[i]]).isEqualTo(key);
      i++;
    }
  }

  private static long[] toArray(List<Long> keys) {
    return keys.stream().mapToLong(Long::longValue).toArray();
  }
}
