package trainer.learning.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import trainer.core.table.Initializer;
import trainer.core.table.Partitions;
import trainer.core.table.TableSpec;

class LocalRowsTest {
  private static final TableSpec SPARSE = new TableSpec("weights", 1, Initializer.ZERO, true, 20);

  private static Comparator<Long> order(int table) {
    return Comparator.comparing((Long key) -> Partitions.of(table, key))
        .thenComparing(Long::compareUnsigned);
  }

  @Test
  void theSameKeyHasTheSameRowAndRowsEndInTheOrderOfKeyLists() {
    LocalRows index = new LocalRows(List.of(SPARSE, SPARSE));
    Random random = new Random(7);
    for (int round = 0; round < 40; round++) {
      if (round % 8 == 0) {
        index = new LocalRows(List.of(SPARSE, SPARSE));
      }
      index.clear();
      int count = random.nextInt(5000);
      int most = 1 + random.nextInt(3000);
      int least = round % 8 < 4 ? 0 : -50; // from then on keys that are not small, too
      int shift = 6 * (round % 8);
      long[] keys =
          random.ints(count, 0, most).mapToLong(key -> (long) (key + least) << shift).toArray();
      int[][] rows = {null, index.rows(1, keys, count)};
      rows[0] = new int[count + 1];
      for (int i = 0; i < count; i++) {
        rows[0][i] = index.row(0, keys[i]);
        assertThat(rows[0][i]).isEqualTo(rows[1][i]);
      }
      rows[0][count] = -1;
      NamedRows[] named = index.finish(rows);
      assertThat(rows[0][count]).isEqualTo(-1);
      for (int table = 0; table < 2; table++) {
        TreeSet<Long> sorted = new TreeSet<>(order(table));
        for (int i = 0; i < count; i++) {
          sorted.add(keys[i]);
          assertThat(named[table].key(rows[table][i])).isEqualTo(keys[i]);
        }
        assertThat(named[table].keys())
            .containsExactly(sorted.stream().mapToLong(Long::longValue).toArray());
        for (int row = 0; row < named[table].count(); row++) {
          int partition = Partitions.of(table, named[table].key(row));
          assertThat(row)
              .isBetween(named[table].start(partition), named[table].ends()[partition] - 1);
        }
      }
    }
  }

  @Test
  void oneArrayForTwoTablesIsNumberedForEach() {
    LocalRows index = new LocalRows(List.of(SPARSE, SPARSE));
    long[] keys = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 9};
    int[] both = index.rows(0, keys, keys.length);
    assertThat(index.rows(1, keys, keys.length)).isEqualTo(both);
    int[][] rows = {both, both};
    NamedRows[] named = index.finish(rows);
    for (int table = 0; table < 2; table++) {
      for (int i = 0; i < keys.length; i++) {
        assertThat(named[table].key(rows[table][i])).isEqualTo(keys[i]);
      }
    }
  }

  @Test
  void aRowThatWasNeverGivenIsRefused() {
    LocalRows index = new LocalRows(List.of(SPARSE));
    index.row(0, 5);
    for (int other : new int[] {4, 6, 5 + 64, SmallKeys.LIMIT - 1, SmallKeys.LIMIT}) {
      assertThatThrownBy(() -> index.finish(new int[][] {{5, other}}))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void manyKeysAreSortedAsFewAre() {
    Random random = new Random(3);
    for (int count : new int[] {0, 1, 39, 40, 41, 20_000}) {
      long[] keys = random.longs(count).distinct().toArray();
      KeySort sort = new KeySort();
      sort.sort(1, keys, keys.length);
      TreeSet<Long> expected = new TreeSet<>(order(1));
      for (long key : keys) {
        expected.add(key);
      }
      List<Long> sorted = new ArrayList<>(expected);
      for (int i = 0; i < sorted.size(); i++) {
        assertThat(sort.keys()[i]).isEqualTo(sorted.get(i));
        assertThat(keys[sort.numbers()[i]]).isEqualTo(sorted.get(i));
      }
    }
  }
}
