package trainer.client.watch;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One look at a job.
 *
 * @param phase a word for people: the job's state, or YARN's while there is no master yet
 * @param ended whether nothing will change any more
 * @param trackingUrl the page, or empty
 * @param report {@code report.json} as far as known; null before the master answers
 * @param note what a person should know of this look, such as that it is second hand; or empty
 */
public record Observation(
    String phase, boolean ended, String trackingUrl, JsonNode report, String note) {
  /** Nothing is to be said beside. */
  public Observation(String phase, boolean ended, String trackingUrl, JsonNode report) {
    this(phase, ended, trackingUrl, report, "");
  }
}
