package trainer.worker.compute;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.Examples;
import trainer.core.input.InputFile;
import trainer.core.table.DenseRows;
import trainer.core.table.KeyList;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.LocalRows;

/** Random blocks for tests. */
final class Blocks {
  static final InputFile FILE = new InputFile("file:/data/a", 1000, 1);

  private Blocks() {}

  static DecodedBlock block(int number, long seed, TestModel model) {
    Block block = new Block(number, number * 100L, 100, -1, 0);
    Examples examples = examples(new Random(seed * 31 + number), seed % 2 == 0);
    BlockContent content = new BlockContent(examples, BadRecords.NONE);
    return DecodedBlock.of(FILE, block, content, model, new LocalRows(model.tables()));
  }

  static List<DecodedBlock> some(int count, long seed, TestModel model) {
    List<DecodedBlock> blocks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      blocks.add(block(i, seed, model));
    }
    return blocks;
  }

  /** The keys of a segment, listed or not. */
  static long[] keys(KeyList list, int segment) {
    if (list.isWhole(segment)) {
      int rows = TestModel.TABLES.get(list.tables()[segment]).rows();
      int partition = list.partitions()[segment];
      return LongStream.range(
              DenseRows.first(rows, partition), DenseRows.first(rows, partition + 1))
          .toArray();
    }
    return Arrays.copyOfRange(list.keys(), list.starts()[segment], list.starts()[segment + 1]);
  }

  private static Examples examples(Random random, boolean smallOnly) {
    int records = random.nextInt(40);
    float[] labels = new float[records];
    int[] starts = new int[records + 1];
    long[] keys = new long[records * 10];
    for (int record = 0; record < records; record++) {
      labels[record] = random.nextInt(2);
      starts[record + 1] = starts[record] + random.nextInt(10);
      for (int i = starts[record]; i < starts[record + 1]; i++) {
        // Few small keys that repeat, and some with the sign bit set.
        boolean isSmall = smallOnly || random.nextInt(4) > 0;
        keys[i] = isSmall ? random.nextInt(60) << random.nextInt(8) : -1L - random.nextInt(50);
      }
    }
    return new Examples(records, labels, starts, keys, null);
  }
}
