package trainer.client.run;

import java.time.Duration;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * How a job is handed over and followed.
 *
 * @param timeout after which it is killed; zero for never
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
