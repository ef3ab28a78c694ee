package trainer.worker.work;

import trainer.worker.api.WorkerEvent;

/** A work item that computes gradients, and does not only score. */
sealed interface TrainingItem permits PushedItem, VersionedStep {
  /** Takes the computed gradients; ignored unless it is being computed. */
  void onComputed(WorkerEvent.Computed event, long nowNanos);
}
