package trainer.worker.work;

import java.util.Optional;
import trainer.core.message.ToWorker;
import trainer.worker.api.WorkerAction;
import trainer.worker.task.AssignedTask;
import trainer.worker.task.AssignedTasks;

/**
 * The steps whose gradients are computed on the newest version and admitted as shares. Gradients of
 * older versions are discarded, and their steps are pulled again.
 */
final class VersionedSteps {
  private final WorkItems items;
  private final AssignedTasks tasks;
  private final CurrentLine line;
  private final WorkerOutbox out;

  /** The version that gradients must be computed on. */
  private long newest;

  VersionedSteps(WorkItems items, AssignedTasks tasks, CurrentLine line, WorkerOutbox out) {
    this.items = items;
    this.tasks = tasks;
    this.line = line;
    this.out = out;
  }

  /** Takes the version that gradients must be computed on. */
  void onModelVersion(long ofLine, long version) {
    if (ofLine == line.number()) {
      follow(version);
    }
  }

  /**
   * Pulls again all steps of older versions. An overtaken computation is stopped, and reported only
   * when it has stopped, so that the master can detect one that hangs.
   */
  void follow(long version) {
    newest = Math.max(newest, version);
    for (WorkItem item : items.all()) {
      if (item instanceof VersionedStep step && step.isPulled() && step.pullVersion() < newest) {
        if (step.is(WorkItem.Stage.COMPUTING)) {
          stop(step);
        } else {
          step.pull(newest);
        }
      }
    }
  }

  private void stop(VersionedStep step) {
    if (step.stop()) {
      out.add(new WorkerAction.Stop(step.id()));
    }
  }

  /** Handles the end of an overtaken computation. */
  void onStopped(VersionedStep step) {
    report(step);
    step.pull(newest);
  }

  /**
   * Whether the pull of a step may be sent. A step is pulled only if no other is pulled or
   * computed, because the version of the next is not known before.
   */
  boolean mayPull(VersionedStep step) {
    if (!step.isPulled() && !isOneAtWork()) {
      step.pull(newest);
    }
    return step.isPulled();
  }

  private boolean isOneAtWork() {
    for (WorkItem item : items.all()) {
      if (item instanceof VersionedStep step && step.isAtWork()) {
        return true;
      }
    }
    return false;
  }

  /** Reports the gradients of a step to the master. */
  void report(VersionedStep step) {
    out.send(step.reported());
  }

  /** Reports all computed gradients again, because the master may have missed the reports. */
  void repeatReports() {
    for (WorkItem item : items.all()) {
      if (item instanceof VersionedStep step && step.is(WorkItem.Stage.REPORTED)) {
        report(step);
      }
    }
  }

  /**
   * Takes the task that an order admits out of the assigned ones: from now on it is a share.
   *
   * @return the step with its gradients, if they are those that the order requires; otherwise the
   *     steps of the task have ended
   */
  Optional<VersionedStep> admit(ToWorker.Order order) {
    AssignedTask task = tasks.versioned(order.slot().number()).orElse(null);
    if (task == null) {
      return Optional.empty();
    }
    tasks.drop(task);
    for (WorkItem item : items.all()) {
      if (item instanceof VersionedStep step && step.task() == task && step.isAdmittedBy(order)) {
        return Optional.of(step);
      }
    }
    items.endStepsOf(task);
    return Optional.empty();
  }

  /** Begins anew under a line that begins at {@code base}. */
  void onNewLine(long base) {
    newest = base;
  }
}
