package trainer.worker.score;

import java.util.ArrayList;
import java.util.List;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.InputFile;
import trainer.core.message.OutputFile;
import trainer.core.message.ToWorker;
import trainer.learning.block.DecodedBlock;
import trainer.learning.block.MetricsAccumulator;
import trainer.learning.spi.Model;
import trainer.worker.compute.BlockProgress;
import trainer.worker.compute.BlockWeights;
import trainer.worker.output.RowBytes;
import trainer.worker.output.ScoredTask;
import trainer.worker.output.TaskBlocks;
import trainer.worker.output.TaskRows;

/**
 * Applies the model to the blocks of tasks. The weights of a few blocks are fetched together; then
 * one block is scored after the other. The rows of a record depend on the record and the model
 * alone. Used by one thread.
 */
public final class BlockScorer implements TaskRows {
  /**
   * A block that waits for its weights.
   *
   * @param labelled its records that have a label; null if all have one
   */
  private record Piece(DecodedBlock all, DecodedBlock labelled) {}

  private final Model model;
  private final BlockWeights weights;
  private final TaskBlocks blocks;
  private final RowAssembly assembly;
  private final BlockProgress progress;
  private final Runnable afterBlock;
  private final MetricsAccumulator metrics;
  private final List<Piece> pieces = new ArrayList<>();
  private float[] scores = new float[0];

  /** The records of the blocks that wait. */
  private int waiting;

  /**
   * @param afterBlock runs after each block that is scored
   */
  public BlockScorer(
      AppliedModel applied,
      TaskBlocks blocks,
      RowAssembly assembly,
      BlockProgress progress,
      Runnable afterBlock) {
    this.model = applied.model();
    this.weights = applied.weights().get();
    this.blocks = blocks;
    this.assembly = assembly;
    this.progress = progress;
    this.afterBlock = afterBlock;
    this.metrics = MetricsAccumulator.ofScores(model.labels());
  }

  /** Scores the blocks of a task. All rows are returned: they are few bytes each. */
  @Override
  public ScoredTask compute(ToWorker.Task task, Sink sink) {
    assembly.begin();
    metrics.clear();
    forget();
    blocks.read(task, this::add);
    scoreAll();
    RowBytes encoded = assembly.rows();
    OutputFile.Task done = new OutputFile.Task(task.slot(), encoded.rows(), assembly.digest());
    return new ScoredTask(done, encoded, metrics.evaluation());
  }

  @Override
  public int block() {
    return blocks.at();
  }

  private BadRecords add(InputFile file, Block block, BlockContent content) {
    decode(file, block, content);
    if (waiting >= weights.records()) {
      scoreAll();
    }
    return BadRecords.NONE;
  }

  private void decode(InputFile file, Block block, BlockContent content) {
    progress.begin(block.number());
    try {
      DecodedBlock all = weights.number(file, block, content);
      DecodedBlock labelled =
          LabelledRecords.ofSome(content.examples())
              .map(some -> new BlockContent(some, BadRecords.NONE))
              .map(some -> weights.number(file, block, some))
              .orElse(null);
      pieces.add(new Piece(all, labelled));
      waiting += all.examples().records();
    } finally {
      progress.end();
    }
  }

  /** Scores the blocks that wait. */
  private void scoreAll() {
    weights.fetch();
    int next = 0;
    for (Piece piece : pieces) {
      int number = piece.all.block().number();
      blocks.workOn(number);
      progress.begin(number);
      try {
        double loss = score(piece.all, next++);
        assembly.add(piece.all.examples(), scores);
        if (piece.labelled == null) {
          metrics.add(piece.all, scores, loss);
        } else {
          double ofLabelled = score(piece.labelled, next++);
          metrics.add(piece.labelled, scores, ofLabelled);
          metrics.addBroken(piece.all.bad());
        }
        progress.computed(piece.all.examples().records());
      } finally {
        progress.end();
      }
      afterBlock.run();
    }
    forget();
  }

  /** Computes the scores of a block, and returns its loss. */
  private double score(DecodedBlock block, int position) {
    int count = block.examples().records() * model.labels().scores();
    if (scores.length < count) {
      scores = new float[2 * count];
    }
    return block.score(model, weights.of(position), scores);
  }

  private void forget() {
    pieces.clear();
    weights.clear();
    waiting = 0;
  }

  @Override
  public void close() {
    blocks.close();
  }
}
