package trainer.client.run;

import trainer.client.watch.JobDocument;
import trainer.core.job.JobFolder;

/**
 * The end of a job, with its report.
 *
 * @param document {@code report.json}'s content
 * @param folder the application's folder
 */
record JobEnd(JobDocument document, JobFolder folder) {}
