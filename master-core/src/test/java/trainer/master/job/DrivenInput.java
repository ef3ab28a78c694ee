package trainer.master.job;

import trainer.core.input.BadRecords;
import trainer.core.input.BlockIndex;
import trainer.core.input.InputFile;
import trainer.master.job.api.JobEvent;

/**
 * The input of a {@link DrivenJob}, in blocks of ten records.
 *
 * @param held blocks that are held out
 */
public record DrivenInput(int blocks, int held) {
  /** The event that it is cut, which found broken records. */
  JobEvent cut(BadRecords bad) {
    return new JobEvent.Indexed(index(blocks), "digest", held == 0 ? null : index(held), bad);
  }

  /** Blocks of ten records in one file. */
  public static BlockIndex index(int count) {
    BlockIndex.Builder builder =
        new BlockIndex.Builder().file(new InputFile("hdfs://x/in/a", 1000, 7));
    for (int block = 0; block < count; block++) {
      builder.block(block * 10L, 10, 10);
    }
    return builder.build();
  }
}
