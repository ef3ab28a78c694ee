package trainer.client.plan;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.BlockIndex;
import trainer.core.input.InputFile;
import trainer.core.job.ModelSpec;
import trainer.core.table.TableSpec;
import trainer.data.index.InputIndex;
import trainer.data.index.InputIndexer;
import trainer.data.read.BlockReader;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.LocalRows;
import trainer.learning.block.NamedRows;
import trainer.learning.spi.Model;

/**
 * Reads blocks of an input in random order and processes them as a worker does, in one thread: it
 * decodes them, numbers the rows they name, and computes gradients. Times are taken at the end,
 * when the code is compiled; for a small input it is read several times. Used once.
 */
final class InputSampling {
  private static final double NANOS = 1e-9;

  /**
   * The size of a sample.
   *
   * @param rows after which it is large enough
   * @param patience after which it has to be
   * @param warmUp in which the code is compiled
   * @param measurement in which times are taken
   */
  record Effort(long rows, Duration patience, Duration warmUp, Duration measurement) {
    /** That of {@code plan}: half a minute at most. */
    static final Effort USUAL =
        new Effort(500_000, Duration.ofSeconds(20), Duration.ofSeconds(4), Duration.ofSeconds(2));
  }

  private final Effort effort;
  private final Configuration hadoop;
  private final Settings settings;
  private final Model model;
  private final ModelSpec spec;
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final List<KeyGrowth> keys = new ArrayList<>();
  private final LocalRows numbering;
  private final float[][] weights;
  private final float[][] gradients;
  private float[] scores = new float[0];
  private boolean isCounting = true;
  private long rows;
  private long bytes;
  private int blocks;
  private double nonzeros;
  private double memory;

  /** The rows read, counted or not. */
  private long rowsRead;

  /** Processor time for numbering the rows that blocks name, in nanoseconds. */
  private long numberingTime;

  /** Processor time of gradients, in nanoseconds. */
  private long trainingTime;

  InputSampling(
      Effort effort, Configuration hadoop, Settings settings, Model model, ModelSpec spec) {
    this.effort = effort;
    this.hadoop = hadoop;
    this.settings = settings;
    this.model = model;
    this.spec = spec;
    this.numbering = new LocalRows(spec.tables());
    this.weights = new float[spec.tables().size()][0];
    this.gradients = new float[spec.tables().size()][0];
    for (TableSpec table : spec.tables()) {
      keys.add(table.isDense() ? null : new KeyGrowth());
    }
  }

  /**
   * Samples the input of the job.
   *
   * @throws trainer.core.failure.FailureException if it cannot be cut or read
   */
  SampledInput sample() {
    InputIndex index = new InputIndexer(hadoop, settings).index(settings.get(Keys.INPUT));
    BlockIndex all = index.blocks();
    int[] units = shuffled(all.units().firsts());
    long begin = System.nanoTime();
    int read = 0;
    SampledInput.Costs costs;
    try (BlockReader reader =
        new BlockReader(hadoop, settings, spec.labels(), TableEncoding::unscaled)) {
      while (read < units.length
          && rows < effort.rows
          && (read == 0 || System.nanoTime() - begin < effort.patience.toNanos())) {
        read(all, units[read++], reader);
      }
      isCounting = false;
      int next = read;
      while (System.nanoTime() - begin < effort.warmUp.toNanos()) {
        read(all, units[next++ % units.length], reader);
      }
      costs = measure(all, units, next, reader);
    }
    boolean isAll = read == units.length;
    long counted = isAll ? rows : index.records();
    long ofInput = all.files().stream().mapToLong(InputFile::length).sum();
    SampledInput.Extent extent =
        new SampledInput.Extent(
            all.files().size(),
            ofInput,
            all.size(),
            counted >= 0 ? counted : Math.round((double) rows * lengths(all) / Math.max(1, bytes)),
            counted >= 0);
    return new SampledInput(extent, rows, blocks, costs, keys);
  }

  private static int[] shuffled(int[] numbers) {
    SplittableRandom random = new SplittableRandom(numbers.length);
    int[] order = numbers.clone();
    for (int i = order.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int moved = order[i];
      order[i] = order[other];
      order[other] = moved;
    }
    return order;
  }

  private static double lengths(BlockIndex all) {
    double sum = 0;
    for (int block = 0; block < all.size(); block++) {
      sum += all.block(block).length();
    }
    return sum;
  }

  private SampledInput.Costs measure(BlockIndex index, int[] units, int from, BlockReader reader) {
    long before = rowsRead;
    numberingTime = 0;
    trainingTime = 0;
    long time = threads.getCurrentThreadCpuTime();
    long begin = System.nanoTime();
    int next = from;
    do {
      read(index, units[next++ % units.length], reader);
    } while (System.nanoTime() - begin < effort.measurement.toNanos());
    double measured = Math.max(1, rowsRead - before);
    double all = threads.getCurrentThreadCpuTime() - time;
    double each = Math.max(1, rows);
    return new SampledInput.Costs(
        nonzeros / each,
        memory / each,
        NANOS * (all - numberingTime - trainingTime) / measured,
        NANOS * numberingTime / measured,
        NANOS * trainingTime / measured);
  }

  private void read(BlockIndex all, int unit, BlockReader reader) {
    InputFile file = all.fileOf(unit);
    reader.readUnit(file, all.block(unit), (one, content) -> add(file, one, content));
  }

  private void add(InputFile file, Block block, BlockContent content) {
    long before = threads.getCurrentThreadCpuTime();
    DecodedBlock decoded = DecodedBlock.of(file, block, content, model, numbering);
    numberingTime += threads.getCurrentThreadCpuTime() - before;
    rowsRead += decoded.examples().records();
    if (isCounting) {
      count(decoded, block);
    }
    train(decoded);
  }

  private void count(DecodedBlock decoded, Block block) {
    rows += decoded.examples().records();
    bytes += block.length();
    blocks++;
    nonzeros += decoded.examples().nonzeros();
    memory += decoded.bytes();
    for (int table = 0; table < keys.size(); table++) {
      if (keys.get(table) != null) {
        NamedRows named = decoded.keys()[table];
        keys.get(table).add(named.keys(), named.count());
      }
    }
  }

  private void train(DecodedBlock block) {
    for (int table = 0; table < weights.length; table++) {
      int width = spec.tables().get(table).width();
      int values = Math.multiplyExact(block.keys()[table].count(), width);
      if (weights[table].length < values) {
        weights[table] = new float[values + values / 2];
        gradients[table] = new float[weights[table].length];
      }
    }
    int count = block.examples().records() * model.labels().scores();
    scores = new float[Math.max(scores.length, count)];
    long before = threads.getCurrentThreadCpuTime();
    double unused = block.train(weights, gradients, scores);
    trainingTime += threads.getCurrentThreadCpuTime() - before;
  }
}
