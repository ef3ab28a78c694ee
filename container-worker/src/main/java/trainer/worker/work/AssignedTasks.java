package trainer.worker.work;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;

/**
 * The tasks a worker was given, in that order, and those it has finished: when the master gives one
 * of these again, its word was lost, and it is said again.
 */
final class AssignedTasks {
  /** More than a master can still believe in this worker's hands. */
  private static final int REMEMBERED = 2048;

  /** Steps that are read, pulled for or computed: one each. */
  private static final int AHEAD = 3;

  /** Steps at most, those included that are on their way to the pservers. */
  private static final int MOST = 6;

  private record Turn(long version, long turn) {}

  private final List<AssignedTask> tasks = new ArrayList<>();
  private final Map<Turn, FromMember.TaskDone> finished =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Turn, FromMember.TaskDone> eldest) {
          return size() > REMEMBERED;
        }
      };
  private int nextUpdate;

  /** What was taken back while this worker was away. */
  List<AssignedTask> missingIn(ToMember.AssignTasks message) {
    return tasks.stream()
        .filter(task -> message.whole())
        .filter(task -> task.version == message.version() || task.versioned)
        .filter(task -> message.tasks().stream().noneMatch(given -> given.turn() == task.turn))
        .toList();
  }

  /** The master gives tasks, perhaps not for the first time; what is to be said about it. */
  List<FromMember> assigned(ToMember.AssignTasks message) {
    List<FromMember> again = new ArrayList<>();
    for (ToMember.Task task : message.tasks()) {
      FromMember.TaskDone done = finished.get(new Turn(message.version(), task.turn()));
      if (done != null) {
        again.add(done);
      } else if (tasks.stream().noneMatch(t -> t.is(message.version(), task.turn()))) {
        tasks.add(
            new AssignedTask(
                message.version(),
                task.turn(),
                message.phase(),
                Math.max(1, message.stepBlocks()),
                message.model() != ToMember.AssignTasks.WHATEVER,
                task.blocks()));
      }
    }
    return again;
  }

  /** The task to take the next step of, if there is room for one. */
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

  /** The number of an update that has not been sent yet. */
  int nextUpdate() {
    return nextUpdate++;
  }

  /** A step is applied everywhere; what is to be said if it was the last. */
  Optional<FromMember> applied(WorkItem step) {
    AssignedTask task = step.task;
    task.applied(step);
    if (!task.isDone()) {
      return Optional.empty();
    }
    tasks.remove(task);
    FromMember.TaskDone done = task.done(step.line);
    finished.put(new Turn(task.version, task.turn), done);
    return Optional.of(done);
  }

  /** The task of that turn whose gradients were to be given a place. */
  Optional<AssignedTask> versioned(long turn) {
    return tasks.stream().filter(task -> task.versioned && task.turn == turn).findFirst();
  }

  /** Whatever was computed of tasks that need a place is void. */
  void startAnew() {
    tasks.stream().filter(task -> task.versioned).forEach(AssignedTask::startAnew);
  }

  void drop(AssignedTask task) {
    tasks.remove(task);
  }

  /** The version is committed: nothing of it is to be done any more. */
  void over(long version) {
    tasks.removeIf(task -> !task.versioned && task.version <= version);
    finished.keySet().removeIf(turn -> turn.version() < version);
  }

  /** Whatever was given or finished is void. */
  void clear() {
    tasks.clear();
    finished.clear();
  }
}
