package trainer.master.job.tasks;

import trainer.core.message.ToWorker;
import trainer.master.job.members.Member;

/** The version that tasks are computed on, for trainings that compute each task on one version. */
interface TaskVersions {
  /** Workers pull rows in their current state, and never wait for a version. */
  TaskVersions WHATEVER =
      new TaskVersions() {
        @Override
        public long model() {
          return ToWorker.Steps.WHATEVER;
        }

        @Override
        public boolean isWaiting(Member worker) {
          return false;
        }
      };

  /** The version to compute on. */
  long model();

  /** Whether a worker can only wait for the next version. */
  boolean isWaiting(Member worker);
}
