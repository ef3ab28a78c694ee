package trainer.worker.work;

import java.util.List;
import trainer.core.failure.Failure;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.worker.api.ComputedGradients;
import trainer.worker.api.WorkerAction;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.LaneId;
import trainer.worker.routing.LaneValues;
import trainer.worker.task.AssignedTask;

/**
 * A task in one step, whose gradients carry the version they are computed on. They are reported to
 * the master, which admits them as a share or not. If they are refused or overtaken, the step is
 * pulled again at the newest version; blocks and keys stay prepared.
 */
final class VersionedStep extends WorkItem implements TrainingItem, TaskStep {
  /** The version of a step that is not pulled yet. */
  private static final long NOT_PULLED = -1;

  private final AssignedTask task;
  private final TaskSteps steps;
  private final VersionedSteps versioned;
  private ComputedGradients gradients;

  /** Whether its computation was requested to stop and has not stopped yet. */
  private boolean stops;

  VersionedStep(long id, long line, AssignedTask task, TaskSteps steps, VersionedSteps versioned) {
    super(id, line, NOT_PULLED);
    this.task = task;
    this.steps = steps;
    this.versioned = versioned;
  }

  @Override
  public AssignedTask task() {
    return task;
  }

  /** Never: once it is pushed it is a share. */
  @Override
  public boolean isComputed() {
    return false;
  }

  boolean isPulled() {
    return pullVersion() != NOT_PULLED;
  }

  /** Whether it is being pulled or computed. */
  boolean isAtWork() {
    return isPulled() && (is(Stage.PULLING) || is(Stage.COMPUTING));
  }

  /** Pulls at that version, regardless of the version it was computed on before. */
  void pull(long version) {
    stops = false;
    repull(version);
  }

  /**
   * Requests its computation to stop.
   *
   * @return whether it was not requested already
   */
  boolean stop() {
    boolean first = !stops;
    stops = true;
    return first;
  }

  /** Handles the end of a computation that was requested to stop. */
  void onStopped() {
    if (stops) {
      versioned.onStopped(this);
    }
  }

  @Override
  public void onComputed(WorkerEvent.Computed event, long nowNanos) {
    if (is(Stage.COMPUTING)) {
      gradients = gradients(event, nowNanos);
      enter(Stage.REPORTED);
      versioned.report(this);
    }
  }

  ComputedGradients gradients() {
    return gradients;
  }

  /** The report of its gradients. */
  FromWorker.Reported reported() {
    return new FromWorker.Reported(
        new Line(line()),
        new Version(task.version()),
        new Slot(task.slot()),
        new Version(pullVersion()));
  }

  /** Whether its computed gradients are those that the order requires. */
  boolean isAdmittedBy(ToWorker.Order order) {
    return is(Stage.REPORTED)
        && line() == order.line().number()
        && pullVersion() == order.version().number() - 1;
  }

  @Override
  public boolean mayPull(boolean stepPulls) {
    return versioned.mayPull(this);
  }

  @Override
  int phase() {
    return task.phase();
  }

  @Override
  WorkerAction compute(List<LaneValues> values) {
    return new WorkerAction.Compute(id(), task.stepBlocks(), values);
  }

  @Override
  void onFailed(int block, Failure failure) {
    steps.onFailed(task, line(), block, failure);
  }

  @Override
  void onOvertaken(long committed, LaneId lane) {
    versioned.follow(committed);
  }

  @Override
  public String toString() {
    return "a step of " + task;
  }
}
