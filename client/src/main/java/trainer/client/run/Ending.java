package trainer.client.run;

import com.fasterxml.jackson.databind.JsonNode;
import trainer.core.job.JobFolder;

/**
 * The end of a job, with its report.
 *
 * @param report {@code report.json}'s content
 * @param folder the application's folder
 */
record Ending(JsonNode report, JobFolder folder) {}
