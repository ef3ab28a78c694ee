package trainer.worker.output;

import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.feature.BadFieldException;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.InputFile;

/** A record that the input's format can read and the job cannot take. */
public final class Misfit {
  private Misfit() {}

  /**
   * One broken record.
   *
   * @param record its place in the block
   */
  public static BadRecords of(InputFile file, Block block, int record, BadFieldException problem) {
    String where =
        file.path() + ", block at byte " + block.offset() + ", record " + (block.skip() + record);
    return new BadRecords(
        1, new Failure(FailureKind.DATA_INVALID, problem.getMessage(), where, problem.advice()));
  }
}
