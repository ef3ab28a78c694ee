package trainer.client.run;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import trainer.client.watch.RunningJob;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobId;
import trainer.protocol.grpc.ControlListener;

/**
 * The request to a session to carry a job. It is repeated until a master answers it. Without an
 * answer nobody knows whether the job runs.
 */
final class JobOffer {
  /** The time for a master of the session to answer, or for the next one to take over. */
  static final Duration PATIENCE = Duration.ofMinutes(12);

  private static final long SILENT_NANOS = 10_000_000_000L;
  private static final long PERIOD_MILLIS = 500;

  private final RunningJob job;
  private final BooleanSupplier isSent;
  private final Duration patience;
  private final PrintStream out;

  /**
   * @param isSent whether a master may have got the request
   * @param out gets a line if the answer takes long
   */
  JobOffer(RunningJob job, BooleanSupplier isSent, Duration patience, PrintStream out) {
    this.job = job;
    this.isSent = isSent;
    this.patience = patience;
    this.out = out;
  }

  /**
   * Returns the answer of a master.
   *
   * @throws FailureException CLUSTER_UNREACHABLE if there is none in time; INTERRUPTED
   */
  ControlListener.Answer await(String digest) {
    long start = System.nanoTime();
    boolean told = false;
    while (true) {
      Exception silence;
      try {
        return job.offer(digest);
      } catch (IOException e) {
        silence = e;
      } catch (FailureException e) {
        if (e.failure().kind() != FailureKind.CLUSTER_UNREACHABLE) {
          throw e;
        }
        silence = e;
      }
      long waited = System.nanoTime() - start;
      if (waited > patience.toNanos()) {
        throw unanswered(
            FailureKind.CLUSTER_UNREACHABLE, "the session's master did not answer", silence);
      }
      if (!told && waited > SILENT_NANOS) {
        out.println("waiting for the master of the session");
        told = true;
      }
      pause();
    }
  }

  private void pause() {
    try {
      Thread.sleep(PERIOD_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unanswered(
          FailureKind.INTERRUPTED, "stopped before the session's master did answer", e);
    }
  }

  private FailureException unanswered(FailureKind kind, String what, Exception cause) {
    String application = JobId.parse(job.jobId()).application();
    String fate = isSent.getAsBoolean() ? "the job may run all the same" : "the job does not run";
    return new FailureException(
        new Failure(
            kind,
            what + "; " + fate,
            job.jobId(),
            "look with trainer session status " + application),
        cause);
  }
}
