package trainer.worker.imports;

import java.security.MessageDigest;
import java.util.function.Consumer;
import trainer.core.config.Keys;
import trainer.core.digest.Sha256;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.BadFieldException;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.BlockContent;
import trainer.core.input.Examples;
import trainer.core.input.FileBlocks;
import trainer.core.input.InputFile;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.core.message.OutputFile;
import trainer.core.message.ScoreCounts;
import trainer.core.message.ToWorker;
import trainer.worker.cache.BlockSource;
import trainer.worker.compute.BlockProgress;
import trainer.worker.output.RowBytes;
import trainer.worker.output.ScoredTask;
import trainer.worker.output.TaskRows;

/**
 * Rewrites the records of tasks in another format. The rows of each block are given to the output
 * together, so that a block of an Avro file has the records of a block of the input. Used by one
 * thread.
 */
public final class BlockImporter implements TaskRows {
  private final BlockSource source;
  private final RecordFormat format;
  private final BlockProgress progress;
  private final Consumer<FromWorker.BadRecords> broken;
  private final int mostBytes;
  private final MessageDigest digest = Sha256.create();
  private long rows;
  private long bad;

  /** The block that is read or encoded. */
  private int at;

  /** The last block whose rows the task has. */
  private int last;

  /**
   * @param broken receives the broken records of each block that has some
   * @param mostBytes the most bytes of a block of rows, which has to fit the memory of its readers
   */
  public BlockImporter(
      BlockSource source,
      RecordFormat format,
      BlockProgress progress,
      Consumer<FromWorker.BadRecords> broken,
      int mostBytes) {
    this.source = source;
    this.format = format;
    this.progress = progress;
    this.broken = broken;
    this.mostBytes = mostBytes;
  }

  @Override
  public ScoredTask compute(ToWorker.Task task, Sink sink) throws InterruptedException {
    digest.reset();
    rows = 0;
    bad = 0;
    last = -1;
    for (FileBlocks of : task.blocks()) {
      for (Block block : of.blocks()) {
        at = block.number();
        if (at > last) {
          source.read(of.file(), block, (one, content) -> add(of.file(), one, content, sink));
        }
      }
    }
    at = -1;
    Evaluation sums =
        new Evaluation(
            new Metrics(0, ExactSum.ZERO, ExactSum.ZERO, bad), ScoreCounts.NONE, ScoreCounts.NONE);
    OutputFile.Task done = new OutputFile.Task(task.slot(), rows, Sha256.hex(digest));
    return new ScoredTask(done, new RowBytes(), sums);
  }

  private void add(InputFile file, Block block, BlockContent content, Sink sink) {
    at = block.number();
    last = at;
    RowBytes encoded = new RowBytes();
    BadRecords misfits;
    progress.begin(at);
    try {
      misfits = encode(file, block, content.examples(), encoded);
      progress.computed(content.examples().records());
    } finally {
      progress.end();
    }
    BadRecords all = content.bad().and(misfits);
    if (all.count() > 0) {
      bad += all.count();
      broken.accept(
          new FromWorker.BadRecords(
              file.path(), block.offset(), block.skip(), all.count(), all.first()));
    }
    rows += encoded.rows();
    digest.update(encoded.bytes(), 0, encoded.length());
    put(encoded, sink);
  }

  private BadRecords encode(InputFile file, Block block, Examples examples, RowBytes encoded) {
    BadRecords misfits = BadRecords.NONE;
    for (int record = 0; record < examples.records(); record++) {
      try {
        format.encode(examples, record, encoded);
      } catch (BadFieldException e) {
        encoded.dropRow();
        misfits = misfits.and(misfit(file, block, record, e));
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

  private static BadRecords misfit(
      InputFile file, Block block, int record, BadFieldException problem) {
    String where =
        file.path() + ", block at byte " + block.offset() + ", record " + (block.skip() + record);
    return new BadRecords(
        1, new Failure(FailureKind.DATA_INVALID, problem.getMessage(), where, problem.advice()));
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
    return at;
  }

  @Override
  public void close() {
    source.close();
  }
}
