package trainer.client.watch;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.AccessControlException;
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

  /**
   * Whether a job is one of a session, as far as this user may see. The session itself is none, and
   * another user's folder shows none.
   */
  public static boolean isOne(MasterLink link, JobId job) throws IOException {
    try {
      return !job.isSession() && link.isOfSession();
    } catch (AccessControlException e) {
      return false;
    }
  }

  /**
   * The end of a job that its master does not know any more, or else this observation. A session
   * that its master does not know is one that the master does not lead yet.
   *
   * @throws FailureException APPLICATION_NOT_FOUND if the master does not know the job, and there
   *     is no report of it
   */
  public static Observation endedOr(MasterLink link, JobId job, Look look) throws IOException {
    try {
      return look.observe();
    } catch (FailureException e) {
      if (e.failure().kind() != FailureKind.APPLICATION_NOT_FOUND) {
        throw e;
      }
      byte[] written = link.report();
      if (written != null) {
        return Observation.ofEnded(JobDocument.parse(written));
      }
      if (job.isSession() && link.isThere() && link.isOfSession()) {
        return new Observation(
            "STARTING", false, "", null, "the master of the session does not lead it yet");
      }
      throw e;
    }
  }

  /**
   * Requires that an application that has ended had this job. Its first job needs no job file.
   *
   * @throws FailureException APPLICATION_NOT_FOUND
   */
  public static void requireJob(MasterLink link, JobId job) throws IOException {
    if (job.number() > 1 && !link.hasJobFile()) {
      throw new FailureException(
          FailureKind.APPLICATION_NOT_FOUND,
          "there was no job " + job,
          link.folder().root(),
          "check the number");
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
