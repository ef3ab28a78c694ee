package trainer.worker.imports;

import java.security.MessageDigest;
import trainer.core.config.Keys;
import trainer.core.digest.Sha256;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.BadFieldException;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.Examples;
import trainer.core.input.InputFile;
import trainer.core.message.OutputFile;
import trainer.core.message.ToWorker;
import trainer.worker.compute.BlockProgress;
import trainer.worker.output.Misfit;
import trainer.worker.output.RowBytes;
import trainer.worker.output.ScoredTask;
import trainer.worker.output.TaskBlocks;
import trainer.worker.output.TaskRows;

/**
 * Rewrites the records of tasks in another format. The rows of each block are given to the output
 * together, so that a block of an Avro file has the records of a block of the input. Used by one
 * thread.
 */
public final class BlockImporter implements TaskRows {
  private final TaskBlocks blocks;
  private final RecordFormat format;
  private final BlockProgress progress;
  private final int mostBytes;
  private final MessageDigest digest = Sha256.create();
  private long rows;

  /**
   * @param mostBytes the most bytes of a block of rows, which has to fit the memory of its readers
   */
  public BlockImporter(
      TaskBlocks blocks, RecordFormat format, BlockProgress progress, int mostBytes) {
    this.blocks = blocks;
    this.format = format;
    this.progress = progress;
    this.mostBytes = mostBytes;
  }

  @Override
  public ScoredTask compute(ToWorker.Task task, Sink sink) throws InterruptedException {
    digest.reset();
    rows = 0;
    blocks.read(task, (file, block, content) -> add(file, block, content, sink));
    OutputFile.Task done = new OutputFile.Task(task.slot(), rows, Sha256.hex(digest));
    return ScoredTask.unlabelled(done, new RowBytes(), blocks.bad());
  }

  private BadRecords add(InputFile file, Block block, BlockContent content, Sink sink) {
    RowBytes encoded = new RowBytes();
    BadRecords misfits;
    progress.begin(block.number());
    try {
      misfits = encode(file, block, content.examples(), encoded);
      progress.computed(content.examples().records());
    } finally {
      progress.end();
    }
    rows += encoded.rows();
    digest.update(encoded.bytes(), 0, encoded.length());
    put(encoded, sink);
    return misfits;
  }

  private BadRecords encode(InputFile file, Block block, Examples examples, RowBytes encoded) {
    BadRecords misfits = BadRecords.NONE;
    for (int record = 0; record < examples.records(); record++) {
      try {
        format.encode(examples, record, encoded);
      } catch (BadFieldException e) {
        encoded.dropRow();
        misfits = misfits.and(Misfit.of(file, block, record, e));
      }
    }
    if (encoded.length() > mostBytes) {
      throw new FailureException(
          FailureKind.RECORD_TOO_LARGE,
          "the records of a block take "
              + encoded.length()
              + " bytes, and readers take "
              + mostBytes,
          file.path() + ", block at byte " + block.offset(),
          "give fewer --records-per-block, or raise " + Keys.INPUT_MAX_RECORD_BYTES);
    }
    return misfits;
  }

  private static void put(RowBytes rows, TaskRows.Sink sink) {
    try {
      sink.put(rows);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted: the process ends", e);
    }
  }

  @Override
  public int block() {
    return blocks.at();
  }

  @Override
  public void close() {
    blocks.close();
  }
}
