package trainer.client.run;

import java.time.Duration;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * The options for submitting and following a job.
 *
 * @param timeout the time after which the job is killed; zero for never
 */
public record RunOptions(
    MasterKind master, boolean dryRun, boolean detach, Duration timeout, boolean json) {
  public RunOptions {
    if (detach && master != MasterKind.YARN) {
      throw new FailureException(
          FailureKind.BAD_FLAGS,
          "a local or embedded run ends with its client",
          "--detach",
          "leave it out, or use --master yarn");
    }
  }
}
