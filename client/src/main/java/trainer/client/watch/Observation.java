package trainer.client.watch;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One look at a job.
 *
 * @param phase a word for people: the job's state, or YARN's while there is no master yet
 * @param ended whether nothing will change any more
 * @param trackingUrl the page, or empty
 * @param report {@code report.json} as far as known; null before the master answers
 */
public record Observation(String phase, boolean ended, String trackingUrl, JsonNode report) {}
