package trainer.worker.work;

import java.util.List;
import trainer.core.failure.Failure;
import trainer.core.message.Staleness;
import trainer.worker.api.PushTarget;
import trainer.worker.api.WorkerAction;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.LaneId;
import trainer.worker.routing.LaneValues;
import trainer.worker.task.AssignedTask;
import trainer.worker.task.StepClock;

/**
 * A step of a task whose gradients are an update, applied by each lane on arrival and never undone.
 * It outlives its line: under the next line it repeats unanswered messages with the same number.
 */
final class UpdateStep extends PushedItem implements TaskStep {
  /** The number in {@link StepClock} of a step that has not begun. */
  private static final long NOT_BEGUN = -1;

  private final AssignedTask task;
  private final TaskSteps steps;
  private long number = NOT_BEGUN;
  private Staleness staleness = Staleness.NONE;

  /** The place of the update; null before it is computed. */
  private PushTarget target;

  UpdateStep(long id, long line, AssignedTask task, TaskSteps steps) {
    super(id, line, task.version() - 1);
    this.task = task;
    this.steps = steps;
  }

  @Override
  public AssignedTask task() {
    return task;
  }

  boolean hasBegun() {
    return number != NOT_BEGUN;
  }

  /** The number in {@link StepClock} of a step that has begun. */
  long number() {
    return number;
  }

  /** How far its worker was ahead of the slowest when it began. */
  Staleness staleness() {
    return staleness;
  }

  /** Begins under a bound: its pull is sent now. */
  void begin(Staleness lead, long numbered) {
    staleness = lead;
    number = numbered;
  }

  @Override
  public boolean mayPull(boolean stepPulls) {
    return !stepPulls && steps.begin(this);
  }

  @Override
  public void onComputed(WorkerEvent.Computed event, long nowNanos) {
    super.onComputed(event, nowNanos);
    if (target == null && is(Stage.PUSHING)) {
      target = PushTarget.update(line(), task.version(), steps.nextUpdate());
    }
  }

  @Override
  PushTarget target() {
    return target;
  }

  @Override
  void continueOn(long newLine) {
    super.continueOn(newLine);
    if (target != null) {
      target = PushTarget.update(newLine, target.version(), target.number());
    }
  }

  @Override
  int phase() {
    return task.phase();
  }

  @Override
  WorkerAction compute(List<LaneValues> values) {
    return new WorkerAction.Compute(id(), task.stepBlocks(), values);
  }

  /** The line does not matter, because the lanes apply each update once. */
  @Override
  boolean isPushedAs(long ofLine, long version, int update) {
    return hasPushNumber(update) && task.version() == version;
  }

  @Override
  boolean hasPushNumber(long update) {
    return target != null && target.number() == update;
  }

  /** Whether it continues under a line that begins at {@code base}. */
  boolean outlives(long base) {
    return task.version() > base;
  }

  @Override
  boolean isOver(long committed) {
    return is(Stage.DONE);
  }

  @Override
  void onAcknowledged() {
    enter(Stage.DONE);
    steps.onApplied(this);
  }

  @Override
  void onFailed(int block, Failure failure) {
    steps.onFailed(task, line(), block, failure);
  }

  @Override
  void onOvertaken(long committed, LaneId lane) {
    steps.drop(task);
  }

  @Override
  public String toString() {
    return "a step of " + task;
  }
}
