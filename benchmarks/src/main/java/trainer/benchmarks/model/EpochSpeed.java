package trainer.benchmarks.model;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import trainer.core.config.Settings;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.Block;
import trainer.core.input.BlockIndex;
import trainer.core.input.InputFile;
import trainer.core.table.TableSpec;
import trainer.data.index.InputIndexer;
import trainer.data.read.BlockReader;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.LocalRows;
import trainer.learning.model.Models;
import trainer.learning.optimizer.OptimizerChoice;
import trainer.learning.spi.Model;

/**
 * The time of one core for a pass of a model over records in memory, with parameters and optimizer
 * in the same process: {@code EpochSpeed TRAIN TEST epochs [key=value …]}. Each block is a
 * mini-batch.
 */
public final class EpochSpeed {
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

  private final Settings settings;
  private final Model model;
  private final List<TableSpec> tables;
  private final List<Parameters> parameters = new ArrayList<>();
  private final float[][] weights;
  private final float[][] gradients;
  private float[] scores = new float[0];
  private long version;
  private long passNanos;

  /**
   * A decoded block and the places of its rows.
   *
   * @param places by table
   */
  private record Placed(DecodedBlock block, int[][] places) {
    int records() {
      return block.examples().records();
    }
  }

  private EpochSpeed(Map<String, String> texts) {
    ClassLoader loader = EpochSpeed.class.getClassLoader();
    Settings given = Settings.of(texts);
    Map<String, String> whole = new HashMap<>(texts);
    model = Models.load(given, loader);
    whole.putAll(OptimizerChoice.unset(given, model.labels(), model.tables()));
    settings = Settings.of(whole);
    tables = Models.declared(model, settings).tables();
    tables.forEach(table -> parameters.add(new Parameters(settings, table)));
    weights = new float[tables.size()][];
    gradients = new float[tables.size()][];
  }

  public static void main(String[] args) {
    Map<String, String> texts = new HashMap<>();
    for (int i = 3; i < args.length; i++) {
      String[] pair = args[i].split("=", 2);
      texts.put(pair[0], pair[1]);
    }
    EpochSpeed speed = new EpochSpeed(texts);
    List<Placed> train = speed.read(args[0]);
    List<Placed> test = speed.read(args[1]);
    for (int epoch = 1; epoch <= Integer.parseInt(args[2]); epoch++) {
      speed.say(epoch, train, test);
    }
  }

  private List<Placed> read(String path) {
    Configuration hadoop = new Configuration(false);
    BlockIndex blocks = new InputIndexer(hadoop, settings).index(path).blocks();
    LocalRows index = new LocalRows(tables);
    List<Placed> placed = new ArrayList<>();
    try (BlockReader reader =
        new BlockReader(hadoop, settings, model.labels(), TableEncoding::unscaled)) {
      for (int b = 0; b < blocks.size(); b++) {
        InputFile file = blocks.fileOf(b);
        Block block = blocks.block(b);
        DecodedBlock decoded = DecodedBlock.of(file, block, reader.read(file, block), model, index);
        int[][] places = new int[tables.size()][];
        for (int t = 0; t < places.length; t++) {
          places[t] = parameters.get(t).places(decoded.keys()[t]);
        }
        placed.add(new Placed(decoded, places));
      }
    }
    return placed;
  }

  private void say(int epoch, List<Placed> train, List<Placed> test) {
    passNanos = 0;
    long start = CPU.getCurrentThreadCpuTime();
    train.forEach(this::train);
    double seconds = (CPU.getCurrentThreadCpuTime() - start) / 1e9;
    double loss = 0;
    for (Placed one : test) {
      gather(one);
      loss += one.block.score(model, weights, scores);
    }
    System.out.printf(
        "epoch %d: %.3f s of a core, of which in the model %.3f; %.2f million records/s;"
            + " held-out loss %.5f%n",
        epoch, seconds, passNanos / 1e9, records(train) / 1e6 / seconds, loss / records(test));
  }

  private static long records(List<Placed> of) {
    return of.stream().mapToLong(Placed::records).sum();
  }

  private void train(Placed one) {
    gather(one);
    for (int t = 0; t < weights.length; t++) {
      gradients[t] = parameters.get(t).zeros(one.places[t], gradients[t]);
    }
    long start = System.nanoTime();
    one.block.train(weights, gradients, scores);
    passNanos += System.nanoTime() - start;
    version++;
    for (int t = 0; t < weights.length; t++) {
      parameters.get(t).step(version, one.records(), one.places[t], gradients[t]);
    }
  }

  private void gather(Placed one) {
    for (int t = 0; t < weights.length; t++) {
      weights[t] = parameters.get(t).gather(one.places[t], weights[t]);
    }
    int count = one.records() * model.labels().scores();
    if (scores.length < count) {
      scores = new float[2 * count];
    }
  }
}
