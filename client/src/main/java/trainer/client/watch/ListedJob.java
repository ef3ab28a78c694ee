package trainer.client.watch;

import trainer.core.job.JobId;

/**
 * One line of {@code list}: a job, or a session.
 *
 * @param jobId a session has the id of its application
 * @param isSession whether it is known to be a session
 * @param where {@code yarn}, {@code local} or {@code embedded}
 * @param state the job's state; before there is one, YARN's state after the word {@code YARN}
 * @param stopped whether training was requested to end before its last version, as far as is known
 * @param progress from 0 to 1; NaN if unknown
 * @param startedAt in epoch milliseconds; 0 if unknown
 */
public record ListedJob(
    String jobId,
    boolean isSession,
    String where,
    String name,
    String state,
    boolean stopped,
    double progress,
    long startedAt) {
  /** The name under which a job or a session is listed. */
  public static String name(JobId job) {
    return job.isSession() ? job.application() : job.toString();
  }
}
