package trainer.client.watch;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One observation of a job.
 *
 * @param phase the job's state, or YARN's before there is a master
 * @param ended whether the job has ended and its state is final
 * @param trackingUrl the page, or empty
 * @param report {@code report.json} as far as known; null before the master answers
 * @param note a remark on this observation for the user, such as that it is second hand; or empty
 */
public record Observation(
    String phase, boolean ended, String trackingUrl, JsonNode report, String note) {
  /** An observation without a note. */
  public Observation(String phase, boolean ended, String trackingUrl, JsonNode report) {
    this(phase, ended, trackingUrl, report, "");
  }
}
