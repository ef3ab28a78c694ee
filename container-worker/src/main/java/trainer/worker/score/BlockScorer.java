package trainer.worker.score;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import trainer.core.failure.FailureException;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.Examples;
import trainer.core.input.FileBlocks;
import trainer.core.input.InputFile;
import trainer.core.message.FromWorker;
import trainer.core.message.OutputFile;
import trainer.core.message.ToWorker;
import trainer.core.table.TableSpec;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.LocalRows;
import trainer.learning.block.MetricsAccumulator;
import trainer.learning.block.TrainedModel;
import trainer.learning.spi.Model;
import trainer.worker.cache.BlockSource;
import trainer.worker.compute.BlockProgress;

/**
 * Applies the model to the blocks of tasks, one block after the other. The rows of a record depend
 * on the record and the model alone. Used by one thread.
 */
public final class BlockScorer implements AutoCloseable {
  private final Model model;
  private final TrainedModel rows;
  private final BlockSource source;
  private final RowAssembly assembly;
  private final BlockProgress progress;
  private final Consumer<FromWorker.BadRecords> broken;
  private final LocalRows index;
  private final MetricsAccumulator metrics;
  private final float[][] weights;
  private float[] scores = new float[0];

  /** The block that is read or scored. */
  private int at;

  /** The last block whose rows the task has. */
  private int last;

  /**
   * @param broken receives the broken records of each block that has some
   */
  public BlockScorer(
      AppliedModel applied,
      BlockSource source,
      RowAssembly assembly,
      BlockProgress progress,
      Consumer<FromWorker.BadRecords> broken) {
    List<TableSpec> tables = applied.manifest().tables();
    this.model = applied.model();
    this.rows = applied.rows();
    this.source = source;
    this.assembly = assembly;
    this.progress = progress;
    this.broken = broken;
    this.index = new LocalRows(tables);
    this.weights = new float[tables.size()][];
    this.metrics = MetricsAccumulator.ofScores(model.labels());
  }

  /**
   * Scores the blocks of a task.
   *
   * @throws FailureException of the data or the model's code, see {@link #block}
   */
  public ScoredTask score(ToWorker.Task task) {
    assembly.begin();
    metrics.clear();
    last = -1;
    for (FileBlocks of : task.blocks()) {
      for (Block block : of.blocks()) {
        at = block.number();
        if (at > last) {
          source.read(of.file(), block, (one, content) -> add(of.file(), one, content));
        }
      }
    }
    at = -1;
    RowBytes encoded = assembly.rows();
    OutputFile.Task done = new OutputFile.Task(task.slot(), encoded.rows(), assembly.digest());
    return new ScoredTask(done, encoded, metrics.evaluation());
  }

  /** The block that failed, after a failure of {@link #score}. */
  public int block() {
    return at;
  }

  private void add(InputFile file, Block block, BlockContent content) {
    if (block.number() <= last) {
      throw new IllegalStateException("block " + block.number() + " comes after block " + last);
    }
    at = block.number();
    last = at;
    if (content.bad().count() > 0) {
      broken.accept(
          new FromWorker.BadRecords(
              file.path(),
              block.offset(),
              block.skip(),
              content.bad().count(),
              content.bad().first()));
    }
    progress.begin(block.number());
    try {
      DecodedBlock decoded = DecodedBlock.of(file, block, content, model, index);
      rows.gather(decoded.keys(), weights);
      int count = content.examples().records() * model.labels().scores();
      if (scores.length < count) {
        scores = new float[2 * count];
      }
      double loss = decoded.score(model, weights, scores);
      measure(decoded, loss);
      assembly.add(content.examples(), scores);
      progress.computed(content.examples().records());
    } finally {
      progress.end();
    }
  }

  /** Adds the records that have a label to the metrics. */
  private void measure(DecodedBlock decoded, double loss) {
    Optional<Examples> some = LabelledRecords.ofSome(decoded.examples());
    if (some.isEmpty()) {
      metrics.add(decoded, scores, loss);
      return;
    }
    BlockContent content = new BlockContent(some.get(), BadRecords.NONE);
    DecodedBlock labelled = DecodedBlock.of(decoded.file(), decoded.block(), content, model, index);
    rows.gather(labelled.keys(), weights);
    float[] own = new float[some.get().records() * model.labels().scores()];
    metrics.add(labelled, own, labelled.score(model, weights, own));
    metrics.addBroken(decoded.bad());
  }

  @Override
  public void close() {
    source.close();
  }
}
