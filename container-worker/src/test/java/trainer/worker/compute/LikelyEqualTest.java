package trainer.worker.compute;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.Examples;
import trainer.core.math.EqualSums;
import trainer.core.table.KeyList;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.LocalRows;
import trainer.worker.share.LaneList;

class LikelyEqualTest {
  private static final int NARROW = 0;
  private static final int RECORDS = 30;
  private static final int OWN = 8;

  private final TestModel model = new TestModel();
  private final PreparedShare share = share(false);

  /**
   * Two blocks; each record has keys of its own, one of its own twice, one that a record of the
   * other block has, too, and some that all have.
   */
  private PreparedShare share(boolean withValues) {
    List<DecodedBlock> blocks = List.of(block(0, withValues), block(1, withValues));
    return new ShareKeys(TestModel.TABLES).prepare(blocks);
  }

  private DecodedBlock block(int number, boolean withValues) {
    long[] keys = new long[RECORDS * (OWN + 6)];
    int[] starts = new int[RECORDS + 1];
    int size = 0;
    for (int record = 0; record < RECORDS; record++) {
      for (int i = 0; i < OWN; i++) {
        keys[size++] = own(number * RECORDS + record) + i;
      }
      keys[size++] = 500_000 + number * RECORDS + record;
      keys[size++] = 500_000 + number * RECORDS + record;
      keys[size++] = 700_000 + record;
      for (int i = 0; i < 3; i++) {
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

  private static long own(int record) {
    return 1000L * (record + 1);
  }

  @Test
  void groupsAreTheKeysThatOneRecordAloneHas() {
    int[] all = IntStream.range(0, keys().segments()).toArray();
    Map<Character, Long> groups = groups(all);
    assertThat(groups.values())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 2 * RECORDS).mapToObj(LikelyEqualTest::own).toList());
  }

  @Test
  void ofALanesPartTheyAreTheKeysInIt() {
    int[] some = IntStream.range(0, keys().segments()).filter(i -> i % 3 != 0).toArray();
    assertThat(groups(some)).hasSizeBetween(RECORDS, 2 * RECORDS);
  }

  private KeyList keys() {
    return share.layout().keys();
  }

  /** Of each group of the narrow table the record that has all of its keys. */
  private Map<Character, Long> groups(int[] places) {
    EqualSums.Groups groups = new LikelyEqual(share, new LaneList(keys(), places)).apply(NARROW);
    Map<Character, Long> records = new HashMap<>();
    int at = 0;
    for (int place : places) {
      for (long key : keys().tables()[place] == NARROW ? Blocks.keys(keys(), place) : new long[0]) {
        char code = groups.codes()[at++];
        boolean own = key >= own(0) && key < own(2 * RECORDS);
        if (code > 0) {
          assertThat(own).as("key %d", key).isTrue();
          assertThat(records.merge(code, key - key % 1000, Long::max)).isEqualTo(key - key % 1000);
        }
      }
    }
    assertThat(groups.codes()).hasSize(at);
    assertThat(records).hasSize(groups.groups());
    return records;
  }

  @Test
  void nothingIsGuessedOfWideRowsOrDenseTablesOrValues() {
    LaneList all = new LaneList(keys(), IntStream.range(0, keys().segments()).toArray());
    assertThat(new LikelyEqual(share, all).apply(1)).isNull();
    PreparedShare valued = share(true);
    assertThat(new LikelyEqual(valued, all).apply(NARROW)).isNull();
    int[] wideOnly =
        IntStream.range(0, keys().segments()).filter(i -> keys().tables()[i] == 1).toArray();
    assertThat(new LikelyEqual(share, new LaneList(keys(), wideOnly)).apply(0)).isNull();
  }
}
