package trainer.worker.score;

import java.util.List;
import trainer.core.feature.BadFieldException;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.InputFile;
import trainer.core.input.KeptColumns;
import trainer.core.message.OutputFile;
import trainer.core.message.ToWorker;
import trainer.learning.batch.RecordBatch;
import trainer.worker.compute.BlockProgress;
import trainer.worker.output.Misfit;
import trainer.worker.output.RowBytes;
import trainer.worker.output.ScoredTask;
import trainer.worker.output.TaskBlocks;
import trainer.worker.output.TaskRows;

/**
 * Applies a model of another program to the blocks of tasks. A batch is a run of consecutive
 * records of one block, without the broken ones, so the outputs of a record depend on the model and
 * the block alone. Used by one thread.
 */
public final class BatchScorer implements TaskRows {
  private final ForeignModel model;
  private final RecordBatch batch;
  private final TaskBlocks blocks;
  private final RowAssembly assembly;
  private final BlockProgress progress;
  private final Runnable afterBatch;

  /** The columns of the present record that the model reads. */
  private final String[] texts;

  private final float[] outputs;

  /** The places in their block of the records that wait. */
  private final int[] places;

  /**
   * @param afterBatch runs after each batch that is scored
   */
  public BatchScorer(
      ForeignModel model,
      TaskBlocks blocks,
      RowAssembly assembly,
      BlockProgress progress,
      Runnable afterBatch) {
    this.model = model;
    this.batch = model.model().newBatch();
    this.blocks = blocks;
    this.assembly = assembly;
    this.progress = progress;
    this.afterBatch = afterBatch;
    this.texts = new String[model.places().length];
    this.outputs = new float[model.batch() * model.model().outputs().size()];
    this.places = new int[model.batch()];
  }

  @Override
  public ScoredTask compute(ToWorker.Task task, Sink sink) {
    assembly.begin();
    blocks.read(task, this::score);
    RowBytes rows = assembly.rows();
    OutputFile.Task done = new OutputFile.Task(task.slot(), rows.rows(), assembly.digest());
    return ScoredTask.unlabelled(done, rows, blocks.bad());
  }

  private BadRecords score(InputFile file, Block block, BlockContent content) {
    BadRecords misfits = BadRecords.NONE;
    KeptColumns columns = content.examples().kept();
    for (int record = 0; record < content.examples().records(); record++) {
      try {
        add(columns, record);
      } catch (BadFieldException e) {
        misfits = misfits.and(Misfit.of(file, block, record, e));
      }
      if (batch.size() == places.length) {
        compute(block, columns);
      }
    }
    if (batch.size() > 0) {
      compute(block, columns);
    }
    return misfits;
  }

  private void add(KeptColumns columns, int record) {
    int place = batch.size();
    if (model.model().takesFiles()) {
      batch.add(columns.files().get(record));
    } else {
      List<String[]> all = columns.columns();
      for (int i = 0; i < texts.length; i++) {
        texts[i] = all.get(model.places()[i])[record];
      }
      batch.add(texts);
    }
    places[place] = record;
  }

  private void compute(Block block, KeptColumns columns) {
    int size = batch.size();
    progress.begin(block.number());
    try {
      batch.compute(outputs, 0);
      for (int i = 0; i < size; i++) {
        assembly.add(columns, places[i], outputs, i);
      }
      progress.computed(size);
    } finally {
      progress.end();
    }
    afterBatch.run();
  }

  @Override
  public int block() {
    return blocks.at();
  }

  @Override
  public void close() {
    batch.close();
    blocks.close();
  }
}
