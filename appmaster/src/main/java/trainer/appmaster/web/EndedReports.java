package trainer.appmaster.web;

import java.io.IOException;
import trainer.core.job.JobId;

/** The reports of a session's jobs that have ended, for any thread. */
@FunctionalInterface
public interface EndedReports {
  /**
   * The report of a job.
   *
   * @return JSON
   */
  String of(JobId job) throws IOException;
}
