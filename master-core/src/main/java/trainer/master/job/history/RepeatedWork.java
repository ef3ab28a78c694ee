package trainer.master.job.history;

import trainer.core.fact.CheckpointFact;
import trainer.master.job.api.JobView;
import trainer.master.queue.QueueHistory;

/** The work that rollbacks repeat under {@code async} and {@code ssp}: a fold over rollbacks. */
final class RepeatedWork {
  private JobView.Repeated repeated = new JobView.Repeated(0, 0);

  /**
   * Rolls the task queue back to a checkpoint, and counts the records that are forgotten.
   *
   * @param to null for the initial values
   * @param isBegun whether the job has done any work; before it, the rollback goes to its origin
   */
  void rollBack(QueueHistory queue, CheckpointFact.CheckpointAdded to, boolean isBegun) {
    long finished = queue.totals().records();
    int again = queue.rollBack(to == null ? null : to.queue());
    if (!isBegun) {
      return;
    }
    repeated = repeated.plus(finished - queue.totals().records(), again);
  }

  JobView.Repeated repeated() {
    return repeated;
  }
}
