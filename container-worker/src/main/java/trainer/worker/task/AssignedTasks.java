package trainer.worker.task;

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
public final class AssignedTasks {
  /** More tasks than a master can still believe to be at this worker. */
  private static final int REMEMBERED = 2048;

  /** The most steps before their push: one each being read, pulled and computed. */
  private static final int AHEAD = 3;

  /** The most steps, including those that are being pushed to the pservers. */
  private static final int MOST = 6;

  private record TaskSlot(long version, long slot) {}

  private final List<AssignedTask> tasks = new ArrayList<>();
  private final Map<TaskSlot, FromWorker.TaskDone> finished =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<TaskSlot, FromWorker.TaskDone> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** The tasks that were withdrawn while this worker was disconnected. */
  public List<AssignedTask> missingIn(ToWorker.AssignTasks message) {
    return tasks.stream()
        .filter(task -> message.whole())
        .filter(task -> task.version() == message.version().number() || task.isVersioned())
        .filter(
            task ->
                message.tasks().stream().noneMatch(given -> given.slot().number() == task.slot()))
        .toList();
  }

  /** Whether this worker holds or has finished one of the tasks. */
  public boolean hasAnyOf(ToWorker.AssignTasks message) {
    long version = message.version().number();
    return message.tasks().stream()
        .map(task -> task.slot().number())
        .anyMatch(
            slot ->
                finished.containsKey(new TaskSlot(version, slot))
                    || tasks.stream().anyMatch(task -> task.is(version, slot)));
  }

  /**
   * Takes assigned tasks, some perhaps repeated.
   *
   * @return the reports to repeat, of tasks that are finished
   */
  public List<FromMember> add(ToWorker.AssignTasks message) {
    List<FromMember> again = new ArrayList<>();
    for (ToWorker.Task task : message.tasks()) {
      FromWorker.TaskDone done =
          finished.get(new TaskSlot(message.version().number(), task.slot().number()));
      if (done != null) {
        again.add(done);
      } else if (tasks.stream()
          .noneMatch(t -> t.is(message.version().number(), task.slot().number()))) {
        tasks.add(
            new AssignedTask(
                message.version().number(),
                task.slot().number(),
                message.phase(),
                Math.max(1, message.steps().blocks()),
                message.steps().model().number() != ToWorker.Steps.WHATEVER,
                task.blocks()));
      }
    }
    return again;
  }

  /**
   * The task of the next step, if there is room for a step.
   *
   * @param uncomputed the steps in progress that are not computed
   * @param all the steps in progress, including those that are being pushed
   */
  public Optional<AssignedTask> next(int uncomputed, int all) {
    if (uncomputed >= AHEAD || all >= MOST) {
      return Optional.empty();
    }
    for (AssignedTask task : tasks) {
      if (task.hasStep()) {
        return Optional.of(task);
      }
    }
    return Optional.empty();
  }

  /** Removes a task whose steps are all applied, and returns its report. */
  public FromWorker.TaskDone finish(AssignedTask task, long line) {
    tasks.remove(task);
    FromWorker.TaskDone done = task.done(line);
    finished.put(new TaskSlot(task.version(), task.slot()), done);
    return done;
  }

  /** The task of that slot, if its gradients must be admitted as a share. */
  public Optional<AssignedTask> versioned(long slot) {
    return tasks.stream().filter(task -> task.isVersioned() && task.slot() == slot).findFirst();
  }

  /** Starts all versioned tasks again, because their gradients are void. */
  public void restartVersioned() {
    tasks.stream().filter(task -> task.isVersioned()).forEach(AssignedTask::restart);
  }

  public void drop(AssignedTask task) {
    tasks.remove(task);
  }

  /** Drops the tasks of a committed version. */
  public void onCommitted(long version) {
    tasks.removeIf(task -> !task.isVersioned() && task.version() <= version);
    finished.keySet().removeIf(slot -> slot.version() < version);
  }

  /** Forgets all tasks, assigned and finished. */
  public void clear() {
    tasks.clear();
    finished.clear();
  }
}
