package trainer.client.run;

import java.time.Duration;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * The options for submitting and following a job.
 *
 * @param session the session that is to carry the job; null for an application of its own
 * @param timeout the time after which the job is killed; zero for never
 */
public record RunOptions(
    MasterKind master,
    String session,
    boolean dryRun,
    boolean detach,
    Duration timeout,
    boolean json) {
  public RunOptions {
    if (session != null && master != MasterKind.YARN) {
      throw new FailureException(
          FailureKind.BAD_FLAGS,
          "a job of a session runs where the session runs",
          "--master",
          "leave it out");
    }
    if (session == null && detach && master != MasterKind.YARN) {
      throw new FailureException(
          FailureKind.BAD_FLAGS,
          "a local or embedded run ends with its client",
          "--detach",
          "leave it out, or use --master yarn");
    }
  }
}
