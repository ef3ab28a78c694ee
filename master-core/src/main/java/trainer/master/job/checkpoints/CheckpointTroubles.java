package trainer.master.job.checkpoints;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import trainer.core.failure.Failure;
import trainer.master.job.api.JobView;
import trainer.master.job.kernel.JobContext;

/** Successive failures of checkpoints, for the job view. They end with the next one stored. */
final class CheckpointTroubles {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointTroubles.class);

  private final JobContext context;
  private JobView.CheckpointTrouble newest;

  CheckpointTroubles(JobContext context) {
    this.context = context;
  }

  /**
   * Counts the failure of a version's checkpoint.
   *
   * @return whether the checkpoint before it failed, too
   */
  boolean onFailed(long version, Failure failure) {
    boolean isAgain = isOpen();
    long now = context.millis();
    newest =
        new JobView.CheckpointTrouble(
            version,
            isAgain ? newest.times() + 1 : 1,
            isAgain ? newest.since() : now,
            now,
            failure.message(),
            false);
    context.changed();
    return isAgain;
  }

  void onStored() {
    context.changed();
    if (isOpen()) {
      LOG.warn(
          "{}: versions are kept again, after {} that were not",
          context.spec().id(),
          newest.times());
      newest = newest.end();
    }
  }

  private boolean isOpen() {
    return newest != null && !newest.over();
  }

  /** The current or past failures; null if there were none. */
  JobView.CheckpointTrouble view() {
    return newest;
  }
}
