package trainer.master.job.training;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import trainer.core.fact.ResultFact;
import trainer.core.id.Incarnation;
import trainer.core.id.Version;
import trainer.core.input.BlockIndex;
import trainer.core.job.Role;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.job.partitions.LineManager;

/**
 * The scoring of held-out blocks with the final version, in tasks of a few blocks over the live
 * workers. A lost worker's tasks are done again by others. A new master continues with the tasks
 * that are not recorded. The sum is exact in any order.
 *
 * <p>A live worker may never answer: the user's code may hang in a share that another worker
 * finished in its place. So a task that is held for long is also given to a worker without a task,
 * and the first answer counts.
 */
final class HeldOutScoring {
  private static final int TASKS = 64;
  private static final int HELD_BY_ONE = 2;

  private static final class Task {
    private final int number;
    private final int[] blocks;
    private final Set<Incarnation> holders = new LinkedHashSet<>();
    private long givenAt;

    /** The time after which another worker is given the task too, in nanoseconds. */
    private long patience;

    Task(int number, int[] blocks) {
      this.number = number;
      this.blocks = blocks;
    }
  }

  private final JobContext context;
  private final Membership members;
  private final LineManager lines;
  private final BadRecordBudget tolerance;
  private final BlockIndex index;
  private final List<Task> tasks = new ArrayList<>();

  HeldOutScoring(
      JobContext context,
      Membership members,
      LineManager lines,
      BadRecordBudget tolerance,
      BlockIndex index) {
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
    tolerance.onScored(context.history().scores().sum().metrics().bad());
  }

  /** Gives tasks to workers that have room. */
  void reconcile() {
    Map<Incarnation, Integer> held = new HashMap<>();
    tasks.stream()
        .filter(task -> !isScored(task))
        .flatMap(task -> task.holders.stream())
        .forEach(worker -> held.merge(worker, 1, Integer::sum));
    for (Task task : tasks) {
      int most = isScored(task) ? 0 : room(task);
      if (most > 0) {
        members.live(Role.WORKER).stream()
            .map(Member::incarnation)
            .filter(worker -> !task.holders.contains(worker))
            .filter(worker -> held.getOrDefault(worker, 0) < most)
            .min(Comparator.comparingInt(worker -> held.getOrDefault(worker, 0)))
            .ifPresent(
                worker -> {
                  held.merge(worker, 1, Integer::sum);
                  give(task, worker);
                });
      }
    }
  }

  /**
   * The number of tasks that a worker may hold including this one, or 0 if the task is given to no
   * further worker.
   */
  private int room(Task task) {
    if (task.holders.isEmpty()) {
      return HELD_BY_ONE;
    }
    return context.nanos() - task.givenAt >= task.patience ? 1 : 0;
  }

  private void give(Task task, Incarnation worker) {
    boolean isFirst = task.holders.isEmpty();
    task.patience = isFirst ? context.plan().tasks().timeoutLeast().toNanos() : 2 * task.patience;
    task.givenAt = context.nanos();
    task.holders.add(worker);
    order(task, worker);
  }

  private void order(Task task, Incarnation worker) {
    context.send(
        worker,
        new ToWorker.Evaluate(
            context.term(),
            lines.line(),
            new Version(context.history().version()),
            task.number,
            index.group(task.blocks)));
  }

  void onEvaluated(FromWorker.Evaluated message) {
    int number = message.task();
    if (number < 0 || number >= tasks.size() || isScored(tasks.get(number))) {
      return;
    }
    context.record(
        new ResultFact.Scored(
            new Version(context.history().version()), number, tasks.size(), message.evaluation()));
    tolerance.onScored(context.history().scores().sum().metrics().bad());
  }

  void onLost(Member worker) {
    for (Task task : tasks) {
      task.holders.remove(worker.incarnation());
    }
  }

  /** The job rolled back: workers have dropped their tasks. */
  void onRolledBack() {
    for (Task task : tasks) {
      task.holders.clear();
    }
  }

  /** Repeats to a worker with a new stream the tasks that it holds. */
  void onReconnected(Member worker) {
    for (Task task : tasks) {
      if (!isScored(task) && task.holders.contains(worker.incarnation())) {
        order(task, worker.incarnation());
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
