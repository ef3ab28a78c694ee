package trainer.worker.compute;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.Examples;
import trainer.core.math.RepeatedSums;
import trainer.core.table.Initializer;
import trainer.core.table.KeyList;
import trainer.core.table.TableSpec;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.LocalRows;
import trainer.learning.spi.Model;
import trainer.learning.spi.RowIndex;
import trainer.worker.routing.LaneList;

class RepeatedSumPredictorTest {
  private static final int RECORDS = 30;
  private static final int OWN = 8;
  private static final int COMMON = 3;

  /** A smaller group is none. */
  private static final int LEAST = 4;

  /** A dense table of one number a row, which has a row for each nonzero; then a sparse one. */
  private static final class DenseFirst implements Model {
    private static final List<TableSpec> TABLES =
        List.of(
            new TableSpec("dense", 1, Initializer.ZERO, true, 20).dense(2000),
            new TableSpec("sparse", 1, Initializer.ZERO, true, 20));

    @Override
    public List<TableSpec> tables() {
      return TABLES;
    }

    @Override
    public int[][] rows(Examples block, RowIndex rows) {
      int[] dense = new int[block.nonzeros()];
      int[] sparse = new int[block.nonzeros()];
      for (int i = 0; i < dense.length; i++) {
        dense[i] = rows.row(0, block.keys()[i] % 2000);
        sparse[i] = block.keys()[i] == 0 ? -1 : rows.row(1, block.keys()[i]);
      }
      return new int[][] {dense, sparse};
    }

    @Override
    public double train(
        Examples block, int[][] rows, float[][] weights, float[][] gradients, float[] scores) {
      throw new UnsupportedOperationException();
    }

    @Override
    public double score(Examples block, int[][] rows, float[][] weights, float[] scores) {
      throw new UnsupportedOperationException();
    }
  }

  private final PreparedShare share = share(2, OWN, false, new TestModel());

  /**
   * Each record has keys of its own, one of its own twice, one that a record of each other block
   * has, too, and some that all have.
   */
  private static PreparedShare share(int blocks, int own, boolean withValues, Model model) {
    return new ShareKeys(model.tables())
        .prepare(
            IntStream.range(0, blocks).mapToObj(b -> block(b, own, withValues, model)).toList());
  }

  private static DecodedBlock block(int number, int own, boolean withValues, Model model) {
    long[] keys = new long[RECORDS * (own + COMMON + 3)];
    int[] starts = new int[RECORDS + 1];
    int size = 0;
    for (int record = 0; record < RECORDS; record++) {
      long id = number * (long) RECORDS + record;
      for (int i = 0; i < own; i++) {
        keys[size++] = 1000 * (1 + id) + i;
      }
      keys[size++] = 500_000 + id;
      keys[size++] = 500_000 + id;
      keys[size++] = 700_000L + record;
      for (int i = 0; i < COMMON; i++) {
        keys[size++] = i;
      }
      starts[record + 1] = size;
    }
    float[] values = withValues ? new float[size] : null;
    Examples examples = new Examples(RECORDS, new float[RECORDS], starts, keys, values);
    Block block = new Block(number, number * 100L, 100, -1, 0);
    BlockContent content = new BlockContent(examples, BadRecords.NONE);
    return DecodedBlock.of(Blocks.FILE, block, content, model, new LocalRows(model.tables()));
  }

  /** The keys of which there is one in the whole share, and the record it is in. */
  private static Map<Long, Integer> alone(PreparedShare share) {
    Map<Long, Integer> alone = new HashMap<>();
    Set<Long> seen = new TreeSet<>();
    int before = 0;
    for (DecodedBlock block : share.blocks()) {
      Examples examples = block.examples();
      for (int record = 0; record < examples.records(); record++) {
        for (int i = examples.starts()[record]; i < examples.starts()[record + 1]; i++) {
          if (seen.add(examples.keys()[i])) {
            alone.put(examples.keys()[i], before + record);
          } else {
            alone.remove(examples.keys()[i]);
          }
        }
      }
      before += examples.records();
    }
    return alone;
  }

  private static LaneList all(PreparedShare share) {
    return part(share, place -> true);
  }

  private static LaneList part(PreparedShare share, IntPredicate which) {
    KeyList keys = share.layout().keys();
    return new LaneList(keys, IntStream.range(0, keys.segments()).filter(which).toArray());
  }

  @Test
  void groupsAreTheKeysThatOneRecordAloneHas() {
    assertThat(groups(share, all(share), 0)).hasSize(2 * RECORDS);
  }

  @Test
  void ofALanesPartTheyAreTheKeysInIt() {
    assertThat(groups(share, part(share, place -> place % 3 != 0), 0))
        .hasSizeBetween(RECORDS, 2 * RECORDS);
    assertThat(groups(share, part(share, place -> place % 2 != 0), 0))
        .hasSizeBetween(RECORDS / 2, 2 * RECORDS - 1);
  }

  @Test
  void oneBlockAndATableBehindAnotherAreAsGood() {
    PreparedShare one = share(1, OWN, false, new DenseFirst());
    assertThat(groups(one, all(one), 1)).hasSize(RECORDS);
    PreparedShare two = share(2, OWN, false, new DenseFirst());
    assertThat(groups(two, all(two), 1)).hasSize(2 * RECORDS);
  }

  /** Checks the groups of the n-th table, which is the table n; returns their records. */
  private static Set<Integer> groups(PreparedShare share, LaneList list, int table) {
    RepeatedSums.Groups groups = new RepeatedSumPredictor(share, list).apply(table);
    KeyList keys = share.layout().keys();
    long[] listed =
        Arrays.stream(list.places())
            .filter(place -> keys.tables()[place] == table)
            .mapToObj(place -> Blocks.keys(keys, place))
            .flatMapToLong(Arrays::stream)
            .toArray();
    assertThat(groups.codes()).hasSameSizeAs(listed);
    Map<Long, Integer> alone = alone(share);
    Map<Integer, Long> sizes =
        Arrays.stream(listed)
            .filter(alone::containsKey)
            .boxed()
            .collect(Collectors.groupingBy(alone::get, Collectors.counting()));
    Map<Character, Integer> records = new HashMap<>();
    for (int i = 0; i < listed.length; i++) {
      char code = groups.codes()[i];
      Integer record = alone.get(listed[i]);
      boolean expected = record != null && sizes.get(record) >= LEAST;
      assertThat(code > 0).as("key %d is in a group", listed[i]).isEqualTo(expected);
      if (expected) {
        assertThat(records.computeIfAbsent(code, first -> record)).isEqualTo(record);
      }
    }
    Set<Integer> distinct = new TreeSet<>(records.values());
    assertThat(distinct).hasSameSizeAs(records.keySet()).hasSize(groups.groups());
    return distinct;
  }

  @Test
  void nothingIsGuessedOfWideRowsOrDenseTablesOrValues() {
    assertThat(new RepeatedSumPredictor(share, all(share)).apply(1)).as("wide").isNull();
    LaneList wideOnly = part(share, place -> share.layout().keys().tables()[place] == 1);
    assertThat(new RepeatedSumPredictor(share, wideOnly).apply(0)).as("wide alone").isNull();
    PreparedShare dense = share(1, OWN, false, new DenseFirst());
    assertThat(new RepeatedSumPredictor(dense, all(dense)).apply(0)).as("dense").isNull();
    PreparedShare valued = share(2, OWN, true, new TestModel());
    assertThat(new RepeatedSumPredictor(valued, all(valued)).apply(0)).as("values").isNull();
  }

  @Test
  void nothingIsGuessedOfAFewOfManySums() {
    assertThat(new RepeatedSumPredictor(share, part(share, place -> place == 0)).apply(0)).isNull();
  }
}
