package trainer.pserver.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import org.junit.jupiter.api.Test;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;
import trainer.pserver.replica.Fixture;

class DirectRowsTest {
  private static final int TABLE = 0;
  private static final long MANY = 1 << 20;

  private final Table table = Table.of(Fixture.SPECS, spec -> new Fixture.Halving()).get(TABLE);
  private final TableShard shard = new TableShard(table, 0);
  private final TableShard plain = new TableShard(table, 0);

  @Test
  void numbersAsTheIndexAloneDoes() {
    DirectRows direct = new DirectRows(MemoryBudget.ENDLESS);
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      long[] keys = ascending(random, 300, round % 3 == 0 ? Long.MAX_VALUE : 50_000);
      assertSame(direct, keys, shard, plain);
    }
  }

  @Test
  void keysWithoutAPlaceAreFoundAllTheSame() {
    DirectRows direct = new DirectRows(MemoryBudget.ENDLESS);
    long[] keys = {0, 1, MANY - 1, MANY, 8 * MANY, 1L << 40, -5};
    assertSame(direct, keys, shard, plain);
    assertSame(direct, keys, shard, plain);
  }

  @Test
  void anotherSliceOfThePartitionHasRowsOfItsOwn() {
    DirectRows direct = new DirectRows(MemoryBudget.ENDLESS);
    assertSame(direct, new long[] {3, 5, 9}, shard, plain);
    assertSame(direct, new long[] {5}, new TableShard(table, 0), new TableShard(table, 0));
    assertSame(direct, new long[] {3, 4, 5, 9}, shard, plain);
  }

  @Test
  void aSliceThatIsGivenUpTakesItsRowsAlong() {
    DirectRows direct = new DirectRows(MemoryBudget.ENDLESS);
    Random random = new Random(6);
    assertSame(direct, ascending(random, 300, 50_000), shard, plain);
    long[] elsewhere =
        random.longs(0, 50_000).filter(key -> Partitions.of(TABLE, key) == 1).limit(1).toArray();
    TableShard other = new TableShard(table, 1);
    int[] rows = {-1};
    assertThat(reserve(direct, other, 1, elsewhere, 0, 1, rows, 1)).isTrue();
    direct.forget(0, shard);
    assertSame(direct, ascending(random, 300, 50_000), shard, plain);
    direct.forget(0, null);
    TableShard another = new TableShard(table, 0);
    TableShard anotherPlain = new TableShard(table, 0);
    for (int round = 0; round < 3; round++) {
      assertSame(direct, ascending(random, 400, 50_000), another, anotherPlain);
    }
    assertThat(reserve(direct, other, 1, elsewhere, 0, 1, rows, 1)).isTrue();
    assertThat(rows).containsExactly(0);
    assertThat(other.rows()).isOne();
  }

  @Test
  void rowsThatWereMadeOtherwiseAreKnown() {
    DirectRows direct = new DirectRows(MemoryBudget.ENDLESS);
    assertSame(direct, ascending(new Random(2), 100, 20_000), shard, plain);
    for (long key : ascending(new Random(3), 100, 20_000)) {
      assertThat(shard.reserve(key)).isEqualTo(plain.reserve(key));
    }
    assertSame(direct, ascending(new Random(4), 400, 20_000), shard, plain);
  }

  @Test
  void aKeyThatGetsAPlaceLaterKeepsItsRow() {
    DirectRows direct = new DirectRows(MemoryBudget.ENDLESS);
    long[] keys = {5, MANY + 7, 2 * MANY};
    assertSame(direct, keys, shard, plain);
    int[] rows = new int[3];
    assertThat(reserve(direct, shard, 0, keys, 0, 3, rows, MANY)).isTrue();
    assertThat(rows).containsExactly(0, 1, 2);
    assertThat(shard.rows()).isEqualTo(3);
  }

  @Test
  void whoAsksForAKeyFindsFewAndManyRows() {
    DirectRows direct = new DirectRows(MemoryBudget.ENDLESS);
    long[] keys = ascending(new Random(5), 80_000, 4 * MANY);
    int[] rows = new int[keys.length];
    for (int end : new int[] {1_000, 30_000, 80_000}) {
      assertThat(reserve(direct, shard, 0, keys, 0, end, rows, MANY)).isTrue();
      for (int i = 0; i < end; i++) {
        assertThat(rows[i]).isEqualTo(i);
        assertThat(shard.index().find(keys[i])).isEqualTo(i);
      }
    }
  }

  @Test
  void manyPartitionsAreLookedUpTogether() {
    DirectRows direct = new DirectRows(MemoryBudget.ENDLESS);
    TableShard[] shards = new TableShard[Partitions.COUNT];
    TableShard[] plains = new TableShard[Partitions.COUNT];
    Arrays.setAll(shards, partition -> new TableShard(table, partition));
    Arrays.setAll(plains, partition -> new TableShard(table, partition));
    shards[7] = null;
    Random random = new Random(8);
    for (int round = 0; round < 50; round++) {
      KeyList keys = list(random, round % 5 == 0 ? 30 : 3000);
      TableShard[] bySegment = new TableShard[keys.segments()];
      Arrays.setAll(bySegment, s -> shards[keys.partitions()[s]]);
      int[] rows = new int[keys.keys().length];
      int[] expected = new int[rows.length];
      assertThat(direct.reserve(keys, 0, keys.segments(), bySegment, rows, MANY)).isTrue();
      for (int s = 0; s < keys.segments(); s++) {
        if (bySegment[s] != null) {
          TableShard plain = plains[keys.partitions()[s]];
          plain.reserve(keys.keys(), keys.starts()[s], keys.count(s), expected);
        }
      }
      assertThat(rows).isEqualTo(expected);
    }
  }

  /** Whichever keys have a place: those without a row get none. */
  @Test
  void keysThatAreOnlyReadAreFoundIfTheyHaveARow() {
    Random random = new Random(9);
    for (int round = 0; round < 60; round++) {
      DirectRows direct = new DirectRows(MemoryBudget.ENDLESS);
      TableShard sparse = new TableShard(table, 0);
      long bound = round % 3 == 0 ? 64 * MANY : 50_000;
      sparse.reserve(ascending(random, 400, bound), 0, 400, new int[400]);
      long[] wanted = ascending(random, 400, bound);
      KeyList list = new KeyList(new int[] {TABLE}, new int[1], new int[] {0, 400}, wanted);
      int[] rows = new int[400];
      int[] alone = new int[400];
      direct.find(list, 0, 1, new TableShard[] {sparse}, rows, MANY);
      sparse.find(wanted, 0, 400, alone);
      assertThat(rows)
          .isEqualTo(alone)
          .isEqualTo(Arrays.stream(wanted).mapToInt(sparse.index()::find).toArray());
      assertThat(sparse.rows()).isEqualTo(400);
    }
  }

  /** Keys of all partitions, most of them small. */
  private static KeyList list(Random random, int count) {
    long[] keys =
        random
            .longs(count, 0, random.nextInt(4) == 0 ? 64 * MANY : MANY)
            .distinct()
            .boxed()
            .sorted(
                Comparator.comparingInt((Long key) -> Partitions.of(TABLE, key))
                    .thenComparing(Long::compareUnsigned))
            .mapToLong(Long::longValue)
            .toArray();
    int[] partitions =
        Arrays.stream(keys).mapToInt(key -> Partitions.of(TABLE, key)).distinct().toArray();
    int[] starts = new int[partitions.length + 1];
    for (int s = 0; s < partitions.length; s++) {
      int partition = partitions[s];
      starts[s + 1] =
          starts[s]
              + (int) Arrays.stream(keys).filter(k -> Partitions.of(TABLE, k) == partition).count();
    }
    return new KeyList(new int[partitions.length], partitions, starts, keys);
  }

  @Test
  void needsNoRoomOfItsOwn() {
    CountedRoom room = new CountedRoom(10 * shard.rowBytes());
    DirectRows direct = new DirectRows(room);
    long[] keys = ascending(new Random(1), 10, 1000);
    assertSame(direct, keys, shard, plain);
    int[] rows = new int[1];
    assertThat(reserve(direct, shard, 0, new long[] {5000}, 0, 1, rows, 10)).isFalse();
    assertSame(direct, keys, shard, plain);
  }

  private static boolean reserve(
      DirectRows direct,
      TableShard shard,
      int partition,
      long[] keys,
      int from,
      int count,
      int[] rows,
      long held) {
    int[] starts = {from, from + count};
    KeyList list = new KeyList(new int[] {TABLE}, new int[] {partition}, starts, keys);
    return direct.reserve(list, 0, 1, new TableShard[] {shard}, rows, held);
  }

  private static void assertSame(
      DirectRows direct, long[] keys, TableShard shard, TableShard plain) {
    int[] rows = new int[keys.length + 2];
    int[] expected = new int[keys.length + 2];
    long[] moved = new long[keys.length + 2];
    System.arraycopy(keys, 0, moved, 2, keys.length);
    assertThat(reserve(direct, shard, 0, moved, 2, keys.length, rows, shard.rows())).isTrue();
    plain.reserve(moved, 2, keys.length, expected);
    assertThat(rows).isEqualTo(expected);
  }

  /** Distinct keys of partition 0, as a list names them. */
  private static long[] ascending(Random random, int count, long bound) {
    return random
        .longs(0, bound)
        .filter(key -> Partitions.of(TABLE, key) == 0)
        .distinct()
        .limit(count)
        .boxed()
        .sorted(Long::compareUnsigned)
        .mapToLong(Long::longValue)
        .toArray();
  }
}
