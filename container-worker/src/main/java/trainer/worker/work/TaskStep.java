package trainer.worker.work;

import trainer.worker.task.AssignedTask;

/** A work item that is a step of an assigned task. */
sealed interface TaskStep permits UpdateStep, VersionedStep {
  AssignedTask task();

  /** Whether it is computed and being pushed. */
  boolean isComputed();

  /**
   * Whether its pull may be sent.
   *
   * @param stepPulls whether an earlier step is pulling
   */
  boolean mayPull(boolean stepPulls);
}
