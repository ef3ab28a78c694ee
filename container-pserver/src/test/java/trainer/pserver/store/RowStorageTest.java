package trainer.pserver.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import trainer.pserver.replica.Fixture;
import trainer.pserver.replica.RowCursor;

class RowStorageTest {
  @Test
  void anIndexNumbersKeysAsAMapWould() {
    SparseKeyIndex index = new SparseKeyIndex();
    Map<Long, Integer> map = new HashMap<>();
    Random random = new Random(5);
    for (int i = 0; i < 50_000; i++) {
      long key = random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(9_000) - 4_500;
      Integer expected = map.get(key);
      assertThat(index.find(key)).isEqualTo(expected == null ? KeyIndex.ABSENT : expected);
      int row = index.findOrAdd(key);
      assertThat(row).isEqualTo(expected == null ? map.size() : expected);
      map.putIfAbsent(key, row);
    }
    assertThat(index.size()).isEqualTo(map.size());
    map.forEach((key, row) -> assertThat(index.key(row)).isEqualTo(key));
    assertThat(Arrays.stream(index.sortedRows()).mapToLong(index::key).toArray())
        .containsExactly(
            map.keySet().stream()
                .sorted(Long::compareUnsigned)
                .mapToLong(Long::longValue)
                .toArray());
  }

  @Test
  void anIndexForgetsARemovedKeyAndReusesItsNumber() {
    SparseKeyIndex index = new SparseKeyIndex();
    Map<Long, Integer> map = new HashMap<>();
    Random random = new Random(6);
    for (int i = 0; i < 60_000; i++) {
      long key = random.nextInt(4_000) - 2_000L;
      Integer row = map.get(key);
      if (random.nextBoolean()) {
        assertThat(index.find(key)).isEqualTo(row == null ? KeyIndex.ABSENT : row);
        map.put(key, index.findOrAdd(key));
        assertThat(index.key(map.get(key))).isEqualTo(key);
        assertThat(row == null || row.equals(map.get(key))).isTrue();
      } else if (row != null) {
        index.remove(map.remove(key));
        assertThat(index.isFree(row)).isTrue();
        assertThat(index.find(key)).isEqualTo(KeyIndex.ABSENT);
      }
    }
    map.forEach((key, row) -> assertThat(index.find(key)).isEqualTo(row));
    assertThat(map.values()).doesNotHaveDuplicates();
    assertThat(Arrays.stream(index.sortedRows()).mapToLong(index::key).toArray())
        .hasSize(map.size())
        .containsOnlyOnce(map.keySet().iterator().next());
    assertThat(index.size()).as("as many as there ever were at a time").isBetween(1_800, 2_300);

    List<Integer> visited = new ArrayList<>();
    for (int part = 0; part < 7; part++) {
      index.forEachRow(part, 7, visited::add);
    }
    assertThat(visited).containsExactlyInAnyOrderElementsOf(map.values());
  }

  /** Their hashes begin alike, so that no split of a leaf tells them apart. */
  @Test
  void anIndexOfKeysMadeToCollideFindsThemAll() {
    SparseKeyIndex index = new SparseKeyIndex();
    int count = 4_000;
    for (int i = 0; i < count; i++) {
      assertThat(index.findOrAdd(keyOfHash(-1L << 20 | i))).isEqualTo(i);
    }
    for (int i = 0; i < count; i++) {
      assertThat(index.find(keyOfHash(-1L << 20 | i))).isEqualTo(i);
    }
    assertThat(index.find(keyOfHash(-1L << 20 | count))).isEqualTo(KeyIndex.ABSENT);
  }

  /** The inverse of {@link SparseKeyIndex#hash}. */
  private static long keyOfHash(long hash) {
    long x = unshift(hash, 31) * inverse(0x94D049BB133111EBL);
    x = unshift(x, 27) * inverse(0xBF58476D1CE4E5B9L);
    long key = unshift(x, 30);
    assertThat(SparseKeyIndex.hash(key)).isEqualTo(hash);
    return key;
  }

  private static long unshift(long mixed, int bits) {
    long x = mixed;
    for (int known = bits; known < Long.SIZE; known += bits) {
      x = mixed ^ (x >>> bits);
    }
    return x;
  }

  private static long inverse(long odd) {
    long x = odd;
    for (int right = 3; right < Long.SIZE; right *= 2) {
      x *= 2 - odd * x;
    }
    return x;
  }

  @Test
  void rowsOfWideTablesFillManyChunks() {
    TableShard shard =
        new TableShard(Table.of(Fixture.SPECS, s -> new Fixture.Halving()).get(1), 0);
    for (int key = 0; key < 10_000; key++) {
      int row = shard.reserve(key);
      shard.chunk(row)[shard.offset(row)] = key;
    }
    float[] weights = new float[6];
    shard.readWeights(new int[] {77, 9_999, 3}, 1, 2, weights);
    assertThat(weights).containsExactly(9_999, 0, 0, 3, 0, 0);
    assertThat(shard.chunk(5)[shard.offset(5) + 3]).isEqualTo(7f);
  }

  @Test
  void sumsOfTouchedRowsForgetAtOnce() {
    SparseAccumulator touched = new SparseAccumulator(1);
    touched.add(new int[] {4, 9}, 0, 2, new long[] {1, 2}, 0);
    touched.add(new int[] {0, 9, 4}, 1, 2, new long[] {7, 10, 20}, 1);
    assertThat(touched.size()).isEqualTo(2);
    assertThat(touched.sums()[touched.slot(9)]).isEqualTo(12);
    assertThat(touched.sums()[touched.slot(4)]).isEqualTo(21);
    assertThat(touched.slot(0)).isEqualTo(-1);
    touched.clear();
    assertThat(touched.slot(9)).isEqualTo(-1);
    touched.add(new int[] {9}, 0, 1, new long[] {5}, 0);
    assertThat(touched.sums()[touched.slot(9)]).isEqualTo(5);
  }

  @Test
  void sumsTakeNoMemoryBeforeARowIsTouched() {
    SparseAccumulator touched = new SparseAccumulator(1 << 16);
    assertThat(touched.sums()).isEmpty();
    touched.add(new int[] {4}, 0, 1, new long[1 << 16], 0);
    assertThat(touched.sums()).hasSize(1 << 16);
  }

  @Test
  void exportsChangedRowsInUnsignedOrder() {
    Fixture fixture = Fixture.started();
    long[] keys = {-1, 5, 3, Long.MIN_VALUE, Long.MAX_VALUE, 0};
    fixture.push(1, 1, 0, 1, 1024, keys);
    fixture.replicas.commit(1, 1);
    fixture.push(1, 2, 0, 1, 1, 5, 999);
    List<Long> seen = new ArrayList<>();
    for (int partition : Fixture.ALL) {
      RowCursor cursor = fixture.replicas.committed().rows(1, partition);
      long before = -1;
      boolean any = false;
      while (cursor.next()) {
        assertThat(!any || Long.compareUnsigned(before, cursor.key()) < 0).isTrue();
        assertThat(cursor.weights()).containsExactly(5.25f, 5.25f, 5.25f);
        seen.add(cursor.key());
        before = cursor.key();
        any = true;
      }
    }
    assertThat(seen).containsExactlyInAnyOrder(-1L, 5L, 3L, Long.MIN_VALUE, Long.MAX_VALUE, 0L);
  }
}
