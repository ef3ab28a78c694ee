package trainer.appmaster.tensorboard;

import java.util.List;
import java.util.Map;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;

/** Definitions of jobs. */
final class Specs {
  private Specs() {}

  static JobSpec training(JobId job, String folder, Map<String, String> settings) {
    return new JobSpec(
        job,
        "alice",
        folder.endsWith("/") ? folder.substring(0, folder.length() - 1) : folder,
        settings,
        new ModelSpec(List.of(), List.of(Phase.training(1))),
        List.of(),
        "0.1");
  }
}
