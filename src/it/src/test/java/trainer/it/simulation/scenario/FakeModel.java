package trainer.it.simulation.scenario;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import trainer.core.aggregate.Aggregate;
import trainer.core.aggregate.Aggregates;
import trainer.core.aggregate.Reduction;
import trainer.core.feature.MomentSums;
import trainer.core.feature.Moments;
import trainer.core.input.Block;
import trainer.core.input.FileBlocks;
import trainer.core.job.Fold;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.Metrics;
import trainer.core.message.Positives;
import trainer.core.message.ScoreBins;
import trainer.core.message.ScoreCounts;
import trainer.core.message.ToPserver;
import trainer.core.table.DenseRows;
import trainer.core.table.Initializer;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;
import trainer.core.table.TableSpec;
import trainer.learning.fold.SummaryFold;
import trainer.learning.optimizer.Optimizer;
import trainer.pserver.replica.TableFold;
import trainer.pserver.store.RowUpdate;
import trainer.pserver.store.Table;
import trainer.worker.routing.KeyListLayout;

/**
 * A model whose gradients are small integers that depend on the block, the key and the very bits
 * pulled, so that anything computed on the wrong version, twice or not at all shows in the end.
 */
public final class FakeModel {
  public static final List<TableSpec> TABLES =
      List.of(
          new TableSpec("weights", 1, Initializer.ZERO, true, 10),
          new TableSpec("pairs", 2, Initializer.normal(1), true, 8).seeded(1),
          new TableSpec("grid", 1, Initializer.uniform(1), true, 9).dense(37).seeded(1));
  private static final int[] WIDTHS = {1, 2, 1};
  private static final int GRID = 2;
  private static final int KEYS_OF_BLOCK = 3;
  private static final int KEYS = 40;

  /** Rows of the wide table are dropped when two mini-batches have not touched them. */
  private static final int EXPIRY = 2;

  private FakeModel() {}

  /** The numbers of a row of a table. */
  public static int width(int table) {
    return WIDTHS[table];
  }

  /** The layout of the rows of a list. */
  public static KeyListLayout layout(KeyList keys) {
    return new KeyListLayout(keys, WIDTHS);
  }

  public static List<Table> tables() {
    return Table.of(TABLES, spec -> new Stepping(spec.name().equals("pairs") ? EXPIRY : 0));
  }

  /** Neither commutes nor forgets: weights halve, and the state counts weights and versions. */
  private static final class Stepping implements Optimizer {
    private final int expiry;

    Stepping(int expiry) {
      this.expiry = expiry;
    }

    @Override
    public int state(int width) {
      return width + 1;
    }

    @Override
    public int expiry() {
      return expiry;
    }

    @Override
    public boolean isOver(long number, float[] cells, int offset, int width) {
      float last = cells[offset + 2 * width];
      return last > 0 && number - (long) last > expiry;
    }

    @Override
    public void init(float[] cells, int offset, int width) {
      for (int i = 0; i <= width; i++) {
        cells[offset + width + i] = 0;
      }
    }

    @Override
    public Step step(long version, double weight) {
      return (cells, offset, width, gradient) -> {
        for (int i = 0; i < width; i++) {
          cells[offset + i] = cells[offset + i] / 2 + gradient[i];
          cells[offset + width + i] += (float) weight + (version & 7) / 8f;
        }
        cells[offset + 2 * width] = version;
      };
    }
  }

  /**
   * What a row update does: neither commutes with a step nor leaves a reserved row as it is, and
   * depends on what was measured before it.
   */
  public static RowUpdate update(Phase.RowUpdate phase, List<Aggregate> before) {
    int drift = Double.hashCode(new Aggregates(before).of("measure").number("sum")) & 3;
    int table = new ModelSpec(TABLES, List.of(Phase.training(1), phase)).table(phase);
    return new RowUpdate(
        table,
        phase.name(),
        (key, weights) -> {
          for (int i = 0; i < weights.length; i++) {
            weights[i] = weights[i] * 3 + (key & 7) + i + drift;
          }
        });
  }

  /** An aggregate phase over the rows of the table at this position. */
  static Phase.Aggregate aggregate(String name, int table) {
    return new Phase.Aggregate(
        name,
        TABLES.get(table).name(),
        List.of(Reduction.sum("sum"), Reduction.max("max"), Reduction.farthest("largest", 4)));
  }

  /** What rows contribute: something that no order but the exact one gives again. */
  public static TableFold fold(ModelSpec spec, ToPserver.FoldRows order) {
    Fold fold = spec.fold(order.fold());
    if (order.fold() >= spec.phases().size()) {
      return new TableFold(fold.table(), "summary", new SummaryFold(), fold.reductions());
    }
    double scale = 1.0 / (3 + order.before().size());
    return new TableFold(
        fold.table(),
        fold.name(),
        (key, weights, results) -> {
          for (int i = 0; i < weights.length; i++) {
            results.add(0, scale * weights[i] * (key & 15));
            results.add(1, weights[i]);
            results.add(2, weights[i], i);
          }
        },
        fold.reductions());
  }

  /** The moments of the two standardised columns of a table, in these blocks. */
  public static List<Moments> moments(List<Integer> blocks) {
    MomentSums age = new MomentSums();
    MomentSums pay = new MomentSums();
    for (int block : blocks) {
      age.add(hash(block, 31) % 1000 / 7.0);
      pay.add(-(hash(block, 37) % 1000) * 1e-9);
    }
    return List.of(age.moments(), pay.moments());
  }

  public static long records(int block) {
    return 5 + hash(block, 11) % 20;
  }

  /** The sum of the weights of a block's records, in quarters. */
  private static ExactSum weight(int block) {
    return ExactSum.of((1 + hash(block, 13) % 99) / 4.0);
  }

  private static long key(int block, int table, int j) {
    return signed(hash(block * 7L + table * 3L + j, 5) % KEYS);
  }

  /** Some keys are negative as signed numbers: order is unsigned everywhere. */
  private static long signed(long number) {
    return number % 3 == 0 ? -number - 1 : number;
  }

  /** Whether a block names the rows of the dense table. */
  private static boolean namesGrid(int block) {
    return hash(block, 23) % 3 != 0;
  }

  /** The key of row {@code i} of a segment. */
  public static long key(KeyList keys, int segment, int i) {
    return keys.isWhole(segment)
        ? DenseRows.first(TABLES.get(GRID).rows(), keys.partitions()[segment]) + i
        : keys.keys()[keys.starts()[segment] + i];
  }

  /** Every key the blocks touch, in the order of pulls and pushes. */
  public static KeyList keys(List<FileBlocks> files) {
    KeyList listed = listed(files);
    if (numbers(files).stream().noneMatch(FakeModel::namesGrid)) {
      return listed;
    }
    int from = listed.segments();
    int[] tables = Arrays.copyOf(listed.tables(), from + Partitions.COUNT);
    int[] partitions = Arrays.copyOf(listed.partitions(), from + Partitions.COUNT);
    int[] starts = Arrays.copyOf(listed.starts(), from + Partitions.COUNT + 1);
    int[] whole = new int[from + Partitions.COUNT];
    for (int partition = 0; partition < Partitions.COUNT; partition++) {
      tables[from + partition] = GRID;
      partitions[from + partition] = partition;
      starts[from + partition + 1] = listed.keys().length;
      whole[from + partition] = DenseRows.count(TABLES.get(GRID).rows(), partition);
    }
    return new KeyList(tables, partitions, starts, listed.keys(), whole);
  }

  private static KeyList listed(List<FileBlocks> files) {
    Map<Integer, TreeSet<Long>> segments = new TreeMap<>();
    for (int block : numbers(files)) {
      for (int table = 0; table < GRID; table++) {
        for (int j = 0; j < KEYS_OF_BLOCK; j++) {
          long key = key(block, table, j);
          segments
              .computeIfAbsent(
                  table * Partitions.COUNT + Partitions.of(table, key),
                  id -> new TreeSet<>(Long::compareUnsigned))
              .add(key);
        }
      }
    }
    int[] tables = new int[segments.size()];
    int[] partitions = new int[segments.size()];
    int[] starts = new int[segments.size() + 1];
    List<Long> keys = new ArrayList<>();
    int at = 0;
    for (Map.Entry<Integer, TreeSet<Long>> segment : segments.entrySet()) {
      tables[at] = segment.getKey() / Partitions.COUNT;
      partitions[at] = segment.getKey() % Partitions.COUNT;
      keys.addAll(segment.getValue());
      starts[++at] = keys.size();
    }
    return new KeyList(
        tables, partitions, starts, keys.stream().mapToLong(Long::longValue).toArray());
  }

  public static List<Integer> numbers(List<FileBlocks> files) {
    return files.stream().flatMap(file -> file.blocks().stream()).map(Block::number).toList();
  }

  /** The sums of all blocks, in the order of {@code keys}. */
  public static long[] gradients(List<FileBlocks> files, KeyList keys, float[] weights) {
    int size = 0;
    for (int s = 0; s < keys.segments(); s++) {
      size += keys.count(s) * WIDTHS[keys.tables()[s]];
    }
    long[] sums = new long[size];
    for (int block : numbers(files)) {
      addBlock(block, keys, weights, sums);
    }
    return sums;
  }

  private static void addBlock(int block, KeyList keys, float[] weights, long[] sums) {
    int at = 0;
    for (int s = 0; s < keys.segments(); s++) {
      int table = keys.tables()[s];
      for (int k = 0; k < keys.count(s); k++) {
        long key = key(keys, s, k);
        boolean touched = table == GRID && namesGrid(block);
        for (int j = 0; j < KEYS_OF_BLOCK && table != GRID; j++) {
          touched |= key(block, table, j) == key;
        }
        for (int i = 0; i < WIDTHS[table]; i++, at++) {
          if (touched) {
            long bits = Float.floatToIntBits(weights[at]);
            sums[at] += hash(block * 31L + key, i) % 2001 - 1000 + hash(bits, 3) % 5;
          }
        }
      }
    }
  }

  public static Metrics metrics(List<FileBlocks> files) {
    Metrics metrics = Metrics.NONE;
    for (int block : numbers(files)) {
      metrics = metrics.plus(metrics(block, hash(block, 17) % 1000));
    }
    return metrics;
  }

  private static Metrics metrics(int block, long loss) {
    return new Metrics(
        records(block),
        weight(block),
        ExactSum.of((double) loss),
        ExactSum.ZERO,
        new Positives(weight(block), ExactSum.of((double) (loss % 7))),
        0);
  }

  public static Evaluation evaluation(
      List<FileBlocks> files, BiFunction<Integer, Long, Float> weightOf) {
    Evaluation all = Evaluation.NONE;
    for (int block : numbers(files)) {
      long key = key(block, 0, 0);
      float weight = weightOf.apply(0, key);
      long loss = Math.abs(Float.floatToIntBits(weight) % 10_000);
      all = all.plus(new Evaluation(metrics(block, loss), oneScore(weight), oneScore(-weight)));
    }
    return all;
  }

  /** The rows of the trained model that scoring jobs apply: those of the first table, by key. */
  public static Map<Long, Float> trainedRows() {
    Map<Long, Float> rows = new TreeMap<>();
    for (long number = 0; number < KEYS; number++) {
      long key = signed(number);
      rows.put(key, trainedWeight(key));
    }
    return rows;
  }

  /** The weight of a key of the first table in the trained model. */
  public static float trainedWeight(long key) {
    return key / 64f;
  }

  /** The weight of a row of a table of one number a row, among those of a list of keys. */
  public static float weightOf(KeyList keys, float[] weights, int table, long key) {
    int at = 0;
    for (int s = 0; s < keys.segments(); s++) {
      for (int k = 0; k < keys.count(s); k++) {
        if (keys.tables()[s] == table && key(keys, s, k) == key) {
          return weights[at];
        }
        at += width(keys.tables()[s]);
      }
    }
    throw new IllegalStateException("no key " + key);
  }

  private static ScoreCounts oneScore(float score) {
    return ScoreCounts.of(new int[] {ScoreBins.of(score)}, new long[] {1});
  }

  private static long hash(long value, long salt) {
    return Partitions.mix(value * 0x9E3779B97F4A7C15L + salt) >>> 1;
  }
}
