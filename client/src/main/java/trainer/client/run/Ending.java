package trainer.client.run;

import com.fasterxml.jackson.databind.JsonNode;
import trainer.core.job.JobFolder;

/**
 * How a job ended and where that can be read.
 *
 * @param report {@code report.json}'s content
 * @param folder the application's folder
 */
record Ending(JsonNode report, JobFolder folder) {}
