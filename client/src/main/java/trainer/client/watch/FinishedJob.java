package trainer.client.watch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.FailureException;
import trainer.core.job.JobId;
import trainer.journal.report.JournaledReport;

/**
 * A job that runs no more. Its state comes from its report or, if no master wrote one, from its
 * journal.
 */
public final class FinishedJob {
  private static final Logger LOG = LoggerFactory.getLogger(FinishedJob.class);

  private FinishedJob() {}

  /**
   * Observes the job.
   *
   * @param end the end to assume if neither report nor journal has one
   */
  public static Observation observe(
      MasterLink link, JobId job, JournaledReport.End end, Configuration hadoop)
      throws IOException {
    byte[] written = link.report();
    return Observation.ofEnded(
        written == null ? completed(link, job, end, hadoop) : JobDocument.parse(written));
  }

  private static JobDocument completed(
      MasterLink link, JobId job, JournaledReport.End end, Configuration hadoop) {
    try {
      String text = JournaledReport.complete(link.folder(), job, end, hadoop);
      return JobDocument.parse(text.getBytes(StandardCharsets.UTF_8));
    } catch (FailureException e) {
      // Damage is reported in place of the assumed end: the content of a damaged journal is not
      // guessed.
      LOG.info(
          "The journal of {} in {} cannot be read: {}", job, link.folder().root(), e.toString());
      return JobDocument.of(job.toString(), end.state().name(), e.failure());
    } catch (IOException | RuntimeException e) {
      LOG.info(
          "The journal of {} in {} cannot be read: {}", job, link.folder().root(), e.toString());
      return JobDocument.of(job.toString(), end.state().name(), end.failure());
    }
  }
}
