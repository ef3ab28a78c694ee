package trainer.client.watch;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.FailureException;
import trainer.core.job.JobId;
import trainer.journal.report.JournaledReport;

/**
 * A job that nobody runs any more: what its report says; where no master wrote one, what is
 * completed from its state.
 */
public final class FinishedJob {
  private static final Logger LOG = LoggerFactory.getLogger(FinishedJob.class);

  private FinishedJob() {}

  /**
   * Looks at it.
   *
   * @param end how it ended if neither report nor state says
   */
  public static Observation observe(
      MasterLink link, JobId job, JournaledReport.End end, Configuration hadoop)
      throws IOException {
    byte[] written = link.report();
    JsonNode report = written == null ? completed(link, job, end, hadoop) : Json.parse(written);
    return new Observation(report.path("state").asText(), true, "", report);
  }

  private static JsonNode completed(
      MasterLink link, JobId job, JournaledReport.End end, Configuration hadoop) {
    try {
      String text = JournaledReport.complete(link.folder(), job, end, hadoop);
      return Json.parse(text.getBytes(StandardCharsets.UTF_8));
    } catch (FailureException e) {
      // Damage is told, whatever else is known: what the state would say is not guessed.
      LOG.info("The state of {} cannot be read: {}", job, e.toString());
      return Json.reportOf(job.toString(), end.state().name(), e.failure());
    } catch (IOException | RuntimeException e) {
      LOG.info("The state of {} cannot be read: {}", job, e.toString());
      return Json.reportOf(job.toString(), end.state().name(), end.failure());
    }
  }
}
