package trainer.container.report;

import java.io.IOException;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import trainer.core.failure.Failure;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.core.job.JobState;

/**
 * Gives the report of a job whose master does not, from what that master kept. The client asks for
 * it and the master's module knows how, so it is found as a service.
 */
public interface ReportCompletion {
  /**
   * How a job ended that nobody runs any more, when its state does not say so itself.
   *
   * @param state FAILED or KILLED
   * @param failure why
   * @param at in epoch milliseconds
   */
  record End(JobState state, Failure failure, long at) {}

  /**
   * Writes {@code report.json}, unless the folder cannot be written to, and returns its text.
   *
   * @throws IOException when the job's file or its state cannot be read
   */
  String complete(JobFolder folder, JobId job, End end, Configuration hadoop) throws IOException;

  /**
   * The report so far of a job whose master may live but cannot be asked; nothing is written.
   *
   * @throws IOException when the job's file or its state cannot be read
   */
  String soFar(JobFolder folder, JobId job, Configuration hadoop) throws IOException;

  /** The one there is. */
  static ReportCompletion find() {
    return ServiceLoader.load(ReportCompletion.class, ReportCompletion.class.getClassLoader())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the bundle has no ReportCompletion"));
  }
}
