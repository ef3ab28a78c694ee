package trainer.client.watch;

import trainer.master.report.JobReport;

/**
 * One observation of a job.
 *
 * @param phase the job's state, or YARN's before there is a master
 * @param ended whether the job has ended and its state is final
 * @param trackingUrl the page, or empty
 * @param document {@code report.json} as far as known; null before the master answers
 * @param note a remark on this observation for the user, such as that it is second hand; or empty
 */
public record Observation(
    String phase, boolean ended, String trackingUrl, JobDocument document, String note) {
  /** An observation without a note. */
  public Observation(String phase, boolean ended, String trackingUrl, JobDocument document) {
    this(phase, ended, trackingUrl, document, "");
  }

  /** The observation of a job that has ended, from its report. */
  public static Observation ofEnded(JobDocument document) {
    return new Observation(document.state(), true, "", document);
  }

  /** The fields of the document; null before the master answers. */
  public JobReport report() {
    return document == null ? null : document.report();
  }
}
