package trainer.benchmarks.core;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trainer.core.input.BlockIndex;
import trainer.core.input.InputFile;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;

/**
 * The size of a job.
 *
 * @param minibatchBlocks blocks of a mini-batch; three of these are ordered at any time
 * @param tasksHeld tasks that a worker holds at any time, of one block each; 0 under bsp
 */
record Size(int workers, int pservers, int blocks, int minibatchBlocks, int tasksHeld) {
  static final JobId JOB = new JobId("application_1_0001", 1);

  private static final int BLOCKS_OF_A_FILE = 512;
  private static final int RECORDS = 100;
  private static final long BYTES = 32 << 10;
  private static final int EPOCHS = 1000;
  private static final int HOSTS = 500;

  boolean isAsync() {
    return tasksHeld > 0;
  }

  /** The host of member {@code number}. */
  static String host(long number) {
    return "node-" + number % HOSTS + ".example.com";
  }

  /** The job; it has more epochs than any run reaches. */
  JobSpec spec() {
    Map<String, String> settings = new HashMap<>();
    settings.put("trainer.input", "hdfs://x/in");
    settings.put("trainer.output", "hdfs://x/out");
    settings.put("trainer.workers", "" + workers);
    settings.put("trainer.workers.min", "" + workers);
    settings.put("trainer.pservers", "" + pservers);
    settings.put("trainer.epochs", "" + EPOCHS);
    settings.put("trainer.minibatch.blocks", "" + minibatchBlocks);
    if (isAsync()) {
      settings.put("trainer.sync", "async");
      settings.put("trainer.task.blocks", "1");
      settings.put("trainer.tasks.per-assignment", "" + tasksHeld);
    }
    return new JobSpec(
        JOB,
        "alice",
        "hdfs://x/jobs/1",
        settings,
        new ModelSpec(List.of(), List.of(Phase.training(EPOCHS))),
        List.of(),
        "0.1.0");
  }

  /** The index of an input of libsvm text in files of 16 MiB; every file ends in a short block. */
  BlockIndex index() {
    BlockIndex.Builder builder = new BlockIndex.Builder();
    for (int block = 0; block < blocks; block++) {
      int inFile = block % BLOCKS_OF_A_FILE;
      if (inFile == 0) {
        String path = "hdfs://x/in/part-" + (10_000 + block / BLOCKS_OF_A_FILE);
        builder.file(new InputFile(path, BYTES * BLOCKS_OF_A_FILE, 7));
      }
      boolean last = inFile == BLOCKS_OF_A_FILE - 1;
      builder.block(inFile * BYTES, last ? BYTES / 4 : BYTES, last ? RECORDS / 4 : RECORDS);
      if (isAsync()) {
        int file = block / BLOCKS_OF_A_FILE;
        builder.on(List.of(host(file), host(file * 7L + 1), host(file * 13L + 2)));
      }
    }
    return builder.build();
  }
}
