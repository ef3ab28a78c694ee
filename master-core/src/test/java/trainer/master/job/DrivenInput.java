package trainer.master.job;

import java.util.List;
import java.util.Map;
import trainer.core.input.BadRecords;
import trainer.core.input.BlockIndex;
import trainer.core.input.InputFile;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
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

  /** A model without tables that is trained for {@code trainer.epochs}. */
  static ModelSpec trainingOnly(Map<String, String> settings) {
    int epochs = Integer.parseInt(settings.getOrDefault("trainer.epochs", "1"));
    return new ModelSpec(List.of(), List.of(Phase.training(epochs)));
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
