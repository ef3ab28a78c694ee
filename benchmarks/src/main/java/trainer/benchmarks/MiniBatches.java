package trainer.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.Examples;
import trainer.core.input.InputFile;
import trainer.core.random.SplitMix64;
import trainer.core.table.TableSpec;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.LocalRows;
import trainer.learning.model.Models;
import trainer.learning.spi.Model;
import trainer.learning.spi.ModelArguments;
import trainer.worker.compute.PreparedShare;
import trainer.worker.compute.ShareKeys;

/**
 * Mini-batches of click-like records, in the form that a worker holds: 40 blocks of 94 records of
 * 39 features out of 2^20, whose frequency falls as 1/rank. The default settings cut such
 * mini-batches out of 350 MB of libsvm text.
 */
final class MiniBatches {
  static final int COUNT = 32;
  static final Model MODEL =
      Models.load(
          Settings.of(Map.of()).get(Keys.MODEL),
          new ModelArguments(Map.of()),
          MiniBatches.class.getClassLoader());
  static final List<TableSpec> TABLES = List.copyOf(MODEL.tables());

  private static final int BLOCKS = 40;
  private static final int RECORDS = 94;
  private static final int FEATURES = 39;
  private static final int DIMENSIONS = 1 << 20;
  private static final long SPREAD = 0x9E3779B1L;
  private static final InputFile FILE = new InputFile("memory:/", 0, 0);

  private MiniBatches() {}

  /** The examples of {@link #COUNT} mini-batches, block by block; the same at every call. */
  static List<List<Examples>> examples() {
    SplitMix64 random = new SplitMix64(1);
    List<List<Examples>> all = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      List<Examples> blocks = new ArrayList<>();
      for (int block = 0; block < BLOCKS; block++) {
        blocks.add(block(random));
      }
      all.add(blocks);
    }
    return all;
  }

  /** The same with their rows numbered. */
  static List<List<DecodedBlock>> decoded() {
    LocalRows rows = new LocalRows(TABLES);
    return examples().stream()
        .map(blocks -> blocks.stream().map(examples -> decode(examples, rows)).toList())
        .toList();
  }

  /** The same with the union of their keys. */
  static List<PreparedShare> prepared() {
    ShareKeys keys = new ShareKeys(TABLES);
    return decoded().stream().map(keys::prepare).toList();
  }

  static DecodedBlock decode(Examples examples, LocalRows rows) {
    Block block = new Block(0, 0, 0, RECORDS, 0);
    return DecodedBlock.of(FILE, block, new BlockContent(examples, BadRecords.NONE), MODEL, rows);
  }

  private static Examples block(SplitMix64 random) {
    float[] labels = new float[RECORDS];
    int[] starts = new int[RECORDS + 1];
    long[] keys = new long[RECORDS * FEATURES];
    for (int i = 0; i < keys.length; i++) {
      double uniform = (random.next() >>> 11) * 0x1p-53;
      long rank = (long) Math.pow(DIMENSIONS, uniform);
      keys[i] = rank * SPREAD & (DIMENSIONS - 1);
    }
    for (int i = 0; i < RECORDS; i++) {
      labels[i] = random.next() & 1;
      starts[i + 1] = (i + 1) * FEATURES;
    }
    return new Examples(RECORDS, labels, starts, keys, null);
  }
}
