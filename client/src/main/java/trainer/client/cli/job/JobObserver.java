package trainer.client.cli.job;

import org.apache.hadoop.conf.Configuration;
import trainer.client.run.JobHandle;
import trainer.client.watch.FolderView;
import trainer.client.watch.Observation;
import trainer.client.yarn.YarnConnection;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobId;

/**
 * The observation of a job through YARN and its master, or through its folder while YARN does not
 * answer.
 */
final class JobObserver implements AutoCloseable {
  private final JobHandle job;
  private final FolderView folder;

  JobObserver(JobHandle job, Configuration hadoop) {
    this.job = job;
    this.folder = new FolderView(JobId.parse(job.jobId()), job.folder(), hadoop);
  }

  /**
   * The job's present state.
   *
   * @throws FailureException CLUSTER_UNREACHABLE when the folder does not show it either
   */
  Observation observe() {
    try {
      return job.observe();
    } catch (FailureException e) {
      if (e.failure().kind() != FailureKind.CLUSTER_UNREACHABLE) {
        throw e;
      }
      return fromFolder(e);
    }
  }

  private Observation fromFolder(FailureException why) {
    try {
      return YarnConnection.within(
              YarnConnection.PATIENCE_SECONDS, job.folder().root(), folder::observe)
          .orElseThrow(() -> why);
    } catch (FailureException e) {
      throw why; // the file systems do not answer either
    }
  }

  @Override
  public void close() {
    folder.close();
  }
}
