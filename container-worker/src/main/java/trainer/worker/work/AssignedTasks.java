package trainer.worker.work;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;

/**
 * The tasks assigned to a worker, in order, and the tasks it has finished. When the master assigns
 * a finished task again, it missed the report, so the report is repeated.
 */
final class AssignedTasks {
  /** More tasks than a master can still believe to be at this worker. */
  private static final int REMEMBERED = 2048;

  /** The most steps before their push: one each being read, pulled and computed. */
  private static final int AHEAD = 3;

  /** The most steps, including those that are being pushed to the pservers. */
  private static final int MOST = 6;

  private record Turn(long version, long turn) {}

  private final List<AssignedTask> tasks = new ArrayList<>();
  private final Map<Turn, FromWorker.TaskDone> finished =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Turn, FromWorker.TaskDone> eldest) {
          return size() > REMEMBERED;
        }
      };
  private int nextUpdate;

  /** The tasks that were withdrawn while this worker was disconnected. */
  List<AssignedTask> missingIn(ToWorker.AssignTasks message) {
    return tasks.stream()
        .filter(task -> message.whole())
        .filter(task -> task.version == message.version() || task.versioned)
        .filter(task -> message.tasks().stream().noneMatch(given -> given.turn() == task.turn))
        .toList();
  }

  /**
   * Takes assigned tasks, some perhaps repeated.
   *
   * @return the reports to repeat, of tasks that are finished
   */
  List<FromMember> assigned(ToWorker.AssignTasks message) {
    List<FromMember> again = new ArrayList<>();
    for (ToWorker.Task task : message.tasks()) {
      FromWorker.TaskDone done = finished.get(new Turn(message.version(), task.turn()));
      if (done != null) {
        again.add(done);
      } else if (tasks.stream().noneMatch(t -> t.is(message.version(), task.turn()))) {
        tasks.add(
            new AssignedTask(
                message.version(),
                task.turn(),
                message.phase(),
                Math.max(1, message.stepBlocks()),
                message.model() != ToWorker.AssignTasks.WHATEVER,
                task.blocks()));
      }
    }
    return again;
  }

  /** The task of the next step, if there is room for a step. */
  Optional<AssignedTask> next(List<WorkItem> works) {
    int unsent = 0;
    int all = 0;
    for (WorkItem work : works) {
      all += work.isStep() ? 1 : 0;
      unsent += work.isStep() && !work.isSent() ? 1 : 0;
    }
    if (unsent >= AHEAD || all >= MOST) {
      return Optional.empty();
    }
    for (AssignedTask task : tasks) {
      if (task.hasStep()) {
        return Optional.of(task);
      }
    }
    return Optional.empty();
  }

  /** A new update number. */
  int nextUpdate() {
    return nextUpdate++;
  }

  /**
   * Counts a step that is applied everywhere.
   *
   * @return the report of its task, if that was the last step
   */
  Optional<FromMember> applied(WorkItem step) {
    AssignedTask task = step.task;
    task.applied(step);
    if (!task.isDone()) {
      return Optional.empty();
    }
    tasks.remove(task);
    FromWorker.TaskDone done = task.done(step.line);
    finished.put(new Turn(task.version, task.turn), done);
    return Optional.of(done);
  }

  /** The task of that slot, if its gradients must be admitted as a share. */
  Optional<AssignedTask> versioned(long turn) {
    return tasks.stream().filter(task -> task.versioned && task.turn == turn).findFirst();
  }

  /** Starts all versioned tasks again, because their gradients are void. */
  void startAnew() {
    tasks.stream().filter(task -> task.versioned).forEach(AssignedTask::startAnew);
  }

  void drop(AssignedTask task) {
    tasks.remove(task);
  }

  /** Drops the tasks of a committed version. */
  void over(long version) {
    tasks.removeIf(task -> !task.versioned && task.version <= version);
    finished.keySet().removeIf(turn -> turn.version() < version);
  }

  /** Forgets all tasks, assigned and finished. */
  void clear() {
    tasks.clear();
    finished.clear();
  }
}
