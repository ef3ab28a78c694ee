package trainer.worker.work;

import trainer.worker.api.ComputedGradients;
import trainer.worker.api.PushTarget;
import trainer.worker.api.WorkerAction;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.LaneId;
import trainer.worker.routing.SentList;

/**
 * A work item whose gradients are pushed to every lane: a share, or a step whose updates are
 * applied on arrival.
 */
abstract sealed class PushedItem extends WorkItem implements TrainingItem
    permits OrderedShare, UpdateStep {
  private ComputedGradients gradients;

  PushedItem(long id, long line, long pullVersion) {
    super(id, line, pullVersion);
  }

  /** Continues a step whose gradients were admitted. */
  PushedItem(VersionedStep admitted) {
    super(admitted);
    gradients = admitted.gradients();
    enter(Stage.PUSHING);
  }

  @Override
  public void onComputed(WorkerEvent.Computed event, long nowNanos) {
    if (is(Stage.COMPUTING)) {
      gradients = gradients(event, nowNanos);
      enter(Stage.PUSHING);
    }
  }

  final ComputedGradients gradients() {
    return gradients;
  }

  /** Whether it is computed, so that only acknowledgements are missing, if any. */
  public final boolean isComputed() {
    return is(Stage.PUSHING) || is(Stage.DONE);
  }

  /** The push of its gradients to one lane. */
  final WorkerAction pushTo(LaneId lane, SentList list) {
    return new WorkerAction.SendPush(lane, id(), target(), gradients, list);
  }

  /** The place of its gradients at the lanes. */
  abstract PushTarget target();

  /** Whether an acknowledgement is for its push. */
  abstract boolean isPushedAs(long ofLine, long version, int number);

  /** Whether its push has this number: that of the share, or of the update. */
  abstract boolean hasPushNumber(long number);

  /** Whether it is finished and cannot be needed again. */
  abstract boolean isOver(long committed);

  /** Finishes it, when every lane has acknowledged its push. */
  abstract void onAcknowledged();
}
