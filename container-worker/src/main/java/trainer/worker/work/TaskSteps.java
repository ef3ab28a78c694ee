package trainer.worker.work;

import java.util.Optional;
import trainer.core.failure.Failure;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.worker.task.AssignedTask;
import trainer.worker.task.AssignedTasks;
import trainer.worker.task.StepClock;

/**
 * The steps of assigned tasks: starts the next while there is room, bounds how far they run ahead
 * of the slowest worker, and reports a task when its last step is applied.
 */
final class TaskSteps {
  private final WorkItems items;
  private final AssignedTasks tasks;
  private final CurrentLine line;
  private final VersionedSteps versioned;
  private final WorkerOutbox out;
  private final StepClock clock = new StepClock();
  private int nextUpdate;

  TaskSteps(
      WorkItems items,
      AssignedTasks tasks,
      CurrentLine line,
      VersionedSteps versioned,
      WorkerOutbox out) {
    this.items = items;
    this.tasks = tasks;
    this.line = line;
    this.versioned = versioned;
    this.out = out;
  }

  /** Takes assigned tasks, some perhaps repeated. */
  void onAssigned(ToWorker.AssignTasks message) {
    if (line.map() == null) {
      out.note("tasks before the first map ignored");
      return;
    }
    if (message.whole()) {
      clock.repeatProgress();
    }
    tasks.missingIn(message).forEach(this::drop);
    if (message.pace() != null) {
      clock.onPace(message.pace(), message.whole() && !tasks.hasAnyOf(message));
      sendProgress(); // the clock must precede reports of finished tasks
    }
    tasks.add(message).forEach(out::send);
    versioned.onModelVersion(message.line().number(), message.steps().model().number());
    if (message.whole()) {
      versioned.repeatReports();
    }
  }

  /** Takes the bound on this worker's lead. */
  void onPace(ToWorker.Pace message) {
    clock.onPace(message);
  }

  /** Starts steps while there are assigned tasks and room. */
  void startNext() {
    int uncomputed = 0;
    int all = 0;
    for (WorkItem item : items.all()) {
      if (item instanceof TaskStep step) {
        all++;
        uncomputed += step.isComputed() ? 0 : 1;
      }
    }
    Optional<AssignedTask> next = tasks.next(uncomputed, all);
    while (next.isPresent()) {
      start(next.get());
      next = tasks.next(++uncomputed, ++all);
    }
  }

  private void start(AssignedTask task) {
    long id = items.nextNumber();
    WorkItem step =
        task.isVersioned()
            ? new VersionedStep(id, line.number(), task, this, versioned)
            : new UpdateStep(id, line.number(), task, this);
    items.start(step, task.startStep());
  }

  /** Begins a step if the bound allows it; also true if it has begun already. */
  boolean begin(UpdateStep step) {
    if (step.hasBegun() || !clock.isBounded()) {
      return true;
    }
    if (!clock.mayBegin()) {
      return false;
    }
    step.begin(clock.lead(), clock.begin());
    return true;
  }

  /** A new update number. */
  int nextUpdate() {
    return nextUpdate++;
  }

  /** Sends the worker's progress to the master, if it has changed. */
  void sendProgress() {
    long oldest = Long.MAX_VALUE;
    for (WorkItem item : items.all()) {
      if (item instanceof UpdateStep step && step.hasBegun()) {
        oldest = Math.min(oldest, step.number());
      }
    }
    clock.progress(oldest).ifPresent(out::send);
  }

  /** Every lane has applied the step. */
  void onApplied(UpdateStep step) {
    AssignedTask task = step.task();
    task.onApplied(step.gradients().metrics(), step.staleness());
    if (task.isDone()) {
      out.send(tasks.finish(task, step.line()));
    }
  }

  /** A failure of a step ends its whole task. */
  void onFailed(AssignedTask task, long ofLine, int block, Failure failure) {
    drop(task);
    out.send(
        new FromWorker.TaskFailed(
            new Line(ofLine), new Version(task.version()), new Slot(task.slot()), block, failure));
  }

  /** Drops a task with its steps. */
  void drop(AssignedTask task) {
    tasks.drop(task);
    items.endStepsOf(task);
  }
}
