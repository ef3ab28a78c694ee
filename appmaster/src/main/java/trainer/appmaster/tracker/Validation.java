package trainer.appmaster.tracker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import trainer.core.fact.Fact;
import trainer.core.input.BlockIndex;
import trainer.core.job.Role;
import trainer.core.message.FromMember;
import trainer.core.message.ToMember;

/**
 * Scores the held-out blocks with the final version: tasks of a few blocks each over the live
 * workers. A lost worker's tasks are done again by others, and a lost master's next one goes on
 * with those that are not recorded; the sum is exact in any order.
 */
final class Validation {
  private static final int TASKS = 64;
  private static final int HELD_BY_ONE = 2;

  private static final class Task {
    private final int number;
    private final int[] blocks;
    private long holder = Share.NOBODY;

    Task(int number, int[] blocks) {
      this.number = number;
      this.blocks = blocks;
    }
  }

  private final Context context;
  private final Members members;
  private final Lines lines;
  private final Tolerance tolerance;
  private final BlockIndex index;
  private final List<Task> tasks = new ArrayList<>();

  Validation(Context context, Members members, Lines lines, Tolerance tolerance, BlockIndex index) {
    this.context = context;
    this.members = members;
    this.lines = lines;
    this.tolerance = tolerance;
    this.index = index;
    int size = Math.max(1, (index.size() + TASKS - 1) / TASKS);
    for (int from = 0; from < index.size(); from += size) {
      int to = Math.min(index.size(), from + size);
      tasks.add(new Task(tasks.size(), IntStream.range(from, to).toArray()));
    }
    tolerance.scored(context.history().scores().sum().metrics().bad());
  }

  /** Gives tasks to workers that have room. */
  void look() {
    if (tasks.stream().allMatch(task -> isScored(task) || task.holder != Share.NOBODY)) {
      return;
    }
    Map<Long, Integer> held = new HashMap<>();
    tasks.stream()
        .filter(task -> !isScored(task))
        .forEach(task -> held.merge(task.holder, 1, Integer::sum));
    for (Task task : tasks) {
      if (!isScored(task) && task.holder == Share.NOBODY) {
        members.live(Role.WORKER).stream()
            .map(Member::incarnation)
            .filter(worker -> held.getOrDefault(worker, 0) < HELD_BY_ONE)
            .min(Comparator.comparingInt(worker -> held.getOrDefault(worker, 0)))
            .ifPresent(
                worker -> {
                  held.merge(worker, 1, Integer::sum);
                  give(task, worker);
                });
      }
    }
  }

  private void give(Task task, long worker) {
    task.holder = worker;
    order(task);
  }

  private void order(Task task) {
    context.send(
        task.holder,
        new ToMember.Evaluate(
            context.term(),
            lines.line(),
            context.history().version(),
            task.number,
            index.group(task.blocks)));
  }

  void evaluated(FromMember.Evaluated message) {
    int number = message.task();
    if (number < 0 || number >= tasks.size() || isScored(tasks.get(number))) {
      return;
    }
    context.record(
        new Fact.Scored(context.history().version(), number, tasks.size(), message.evaluation()));
    tolerance.scored(context.history().scores().sum().metrics().bad());
  }

  void lost(Member worker) {
    for (Task task : tasks) {
      if (task.holder == worker.incarnation()) {
        task.holder = Share.NOBODY;
      }
    }
  }

  /** The job has gone back: workers have dropped what they held. */
  void wentBack() {
    for (Task task : tasks) {
      task.holder = Share.NOBODY;
    }
  }

  /** Repeats what a worker with a new stream still holds. */
  void returned(Member worker) {
    for (Task task : tasks) {
      if (!isScored(task) && task.holder == worker.incarnation()) {
        order(task);
      }
    }
  }

  boolean isDone() {
    return tasks.stream().allMatch(this::isScored);
  }

  private boolean isScored(Task task) {
    return context.history().scores().has(task.number);
  }
}
