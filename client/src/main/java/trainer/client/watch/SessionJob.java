package trainer.client.watch;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.journal.report.JournaledReport;
import trainer.protocol.grpc.ControlListener;

/**
 * What is different for a job of a session. It ends before its application does: then its master
 * has written its report and does not know it any more.
 */
public final class SessionJob {
  /** An observation of a job. */
  @FunctionalInterface
  public interface Look {
    Observation observe() throws IOException;
  }

  private SessionJob() {}

  /** Whether a job is one of a session; the session itself is none. */
  public static boolean isOne(MasterLink link, JobId job) throws IOException {
    return !job.isSession() && link.isOfSession();
  }

  /** The end of a job that its master does not know any more, or else this observation. */
  public static Observation endedOr(MasterLink link, Look look) throws IOException {
    try {
      return look.observe();
    } catch (FailureException e) {
      byte[] written =
          e.failure().kind() == FailureKind.APPLICATION_NOT_FOUND ? link.report() : null;
      if (written == null) {
        throw e;
      }
      return Observation.ofEnded(JobDocument.parse(written));
    }
  }

  /**
   * Observes a job whose session has ended.
   *
   * @throws FailureException APPLICATION_NOT_FOUND if the session never had it
   */
  public static Observation observeLeft(MasterLink link, JobId job, Configuration hadoop)
      throws IOException {
    if (!link.hasJobFile()) {
      throw new FailureException(
          FailureKind.APPLICATION_NOT_FOUND,
          "the session had no job " + job,
          link.folder().root(),
          "see trainer session status " + job.application());
    }
    Failure failure =
        new Failure(
            FailureKind.MASTER_LOST,
            "the session has ended, and left no report of this job",
            link.folder().root(),
            "see trainer session status " + job.application());
    return FinishedJob.observe(
        link,
        job,
        new JournaledReport.End(JobState.FAILED, failure, System.currentTimeMillis()),
        hadoop);
  }

  /** The answer to a kill: a job of a session cannot be killed by force without the others. */
  public static ControlListener.Answer unreachable(JobId job) {
    return new ControlListener.Answer(
        false,
        "the master of the session does not answer; try again, or end the session with all its"
            + " jobs: trainer session stop "
            + job.application()
            + " --kill");
  }
}
