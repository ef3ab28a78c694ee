package trainer.master.job;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trainer.core.input.BadRecords;
import trainer.core.input.BlockIndex;
import trainer.core.input.InputFile;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.master.job.api.JobEvent;

/**
 * The input of a {@link DrivenJob}, in blocks of ten records.
 *
 * @param held blocks that are held out
 * @param ofUnit blocks that are decoded together
 * @param hosts that store all of it; empty if they are not known
 */
public record DrivenInput(int blocks, int held, int ofUnit, List<String> hosts) {
  /** Blocks that are decoded one by one, nobody knows where. */
  public DrivenInput(int blocks, int held) {
    this(blocks, held, 1, List.of());
  }

  /** The event that it is cut, which found broken records. */
  JobEvent cut(BadRecords bad) {
    return new JobEvent.Indexed(training(), "digest", held == 0 ? null : index(held), bad);
  }

  /** A model without tables that is trained for {@code trainer.epochs}. */
  static ModelSpec trainingOnly(Map<String, String> settings) {
    int epochs = Integer.parseInt(settings.getOrDefault("trainer.epochs", "1"));
    return new ModelSpec(List.of(), List.of(Phase.training(epochs)));
  }

  /** A job that reads it, of mini-batches of four blocks unless the settings have others. */
  static JobSpec spec(JobId id, Map<String, String> settings, ModelSpec model) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("trainer.input", "hdfs://x/in");
    all.put("trainer.output", "hdfs://x/out");
    all.putIfAbsent("trainer.minibatch.blocks", "4");
    return new JobSpec(id, "alice", "hdfs://x/jobs/1", all, model, List.of(), "0.1.0");
  }

  private BlockIndex training() {
    BlockIndex.Builder builder =
        new BlockIndex.Builder().file(new InputFile("hdfs://x/in/a", 1000, 7));
    for (int block = 0; block < blocks; block++) {
      if (ofUnit > 1 && block % ofUnit == 0) {
        builder.unit();
      }
      builder.block(block * 10L, 10, 10, block % ofUnit).on(hosts);
    }
    return builder.build();
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
