package trainer.master.job.training;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import trainer.core.id.Incarnation;
import trainer.core.input.BlockIndex;
import trainer.core.input.FileBlocks;
import trainer.core.job.Role;
import trainer.core.message.ToWorker;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;
import trainer.master.job.members.Membership;
import trainer.master.queue.TaskCut;

/**
 * A scan of an input, in tasks of a few blocks over the live workers. The first answer to a task
 * counts. A lost worker's tasks are done again by others, and a new master continues with the tasks
 * that are not recorded.
 *
 * <p>A live worker may never answer: the user's code may hang in a share that another worker
 * finished in its place. So a task that is held for long is also given to a worker without a task.
 *
 * <p>In a repeated scan a task goes to the worker that did it before, which has its blocks in
 * memory. A worker without a task takes over one that waits for such a worker.
 */
final class BlockTasks {
  /** The tasks of a worker at once: it prepares some while it does another. */
  private static final int HELD_BY_ONE = 4;

  /** The order to do a task. */
  @FunctionalInterface
  interface Orders {
    ToWorker order(int task, List<FileBlocks> blocks);
  }

  private static final class Task {
    private final int number;
    private final int[] blocks;
    private final Set<Incarnation> holders = new LinkedHashSet<>();

    /** The worker that was given the task last, in this scan or the one before. */
    private Incarnation last = Incarnation.NONE;

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
  private final BlockIndex index;
  private final IntPredicate recorded;
  private final Orders orders;
  private final List<Task> tasks = new ArrayList<>();

  /**
   * Cuts the blocks of an input into at most {@code most} tasks.
   *
   * @param recorded whether the journal has the answer to a task
   */
  BlockTasks(
      JobContext context,
      Membership members,
      BlockIndex index,
      int most,
      IntPredicate recorded,
      Orders orders) {
    this.context = context;
    this.members = members;
    this.index = index;
    this.recorded = recorded;
    this.orders = orders;
    TaskCut cut = TaskCut.ofUnits(index.units(), Math.max(1, (index.size() + most - 1) / most));
    IntStream.range(0, cut.tasks()).forEach(task -> tasks.add(new Task(task, cut.blocks(task))));
  }

  /** The number of tasks. */
  int count() {
    return tasks.size();
  }

  /** Whether an answer to this task is wanted. */
  boolean isOpen(int number) {
    return number >= 0 && number < tasks.size() && !recorded.test(number);
  }

  /** Whether the journal has the answers to all tasks. */
  boolean areDone() {
    return tasks.stream().allMatch(this::isRecorded);
  }

  private boolean isRecorded(Task task) {
    return recorded.test(task.number);
  }

  /** Gives tasks to workers that have room. */
  void reconcile() {
    Map<Incarnation, Integer> held = new HashMap<>();
    members.live(Role.WORKER).forEach(worker -> held.put(worker.incarnation(), 0));
    List<Task> open = tasks.stream().filter(task -> !isRecorded(task)).toList();
    open.stream()
        .flatMap(task -> task.holders.stream())
        .forEach(worker -> held.merge(worker, 1, Integer::sum));
    int share = (open.size() + held.size() - 1) / Math.max(1, held.size());
    List<Task> waiting = new ArrayList<>();
    for (Task task : open) {
      int most = room(task, share);
      if (most > 0 && held.getOrDefault(task.last, 0) >= most) {
        waiting.add(task);
      } else if (most > 0) {
        giveOne(task, most, held);
      }
    }
    for (int i = waiting.size() - 1; i >= 0; i--) { // the last one has the longest to wait
      giveOne(waiting.get(i), room(waiting.get(i), share), held);
    }
  }

  /** Gives a task to a worker that holds fewer than {@code most}, if there is one. */
  private void giveOne(Task task, int most, Map<Incarnation, Integer> held) {
    members.live(Role.WORKER).stream()
        .map(Member::incarnation)
        .filter(worker -> !task.holders.contains(worker))
        .filter(worker -> held.get(worker) < most)
        .min(
            Comparator.comparing((Incarnation worker) -> !worker.equals(task.last))
                .thenComparing(held::get))
        .ifPresent(
            worker -> {
              held.merge(worker, 1, Integer::sum);
              give(task, worker);
            });
  }

  /**
   * The number of tasks that a worker may hold including this one, or 0 if the task is given to no
   * further worker.
   *
   * @param share the tasks for each worker
   */
  private int room(Task task, int share) {
    if (task.holders.isEmpty()) {
      return Math.min(HELD_BY_ONE, share);
    }
    return context.nanos() - task.givenAt >= task.patience ? 1 : 0;
  }

  private void give(Task task, Incarnation worker) {
    boolean isFirst = task.holders.isEmpty();
    task.patience = isFirst ? context.plan().tasks().timeoutLeast().toNanos() : 2 * task.patience;
    task.givenAt = context.nanos();
    task.holders.add(worker);
    task.last = worker;
    order(task, worker);
  }

  private void order(Task task, Incarnation worker) {
    context.send(worker, orders.order(task.number, index.group(task.blocks)));
  }

  /** A worker is gone. */
  void onLost(Member worker) {
    for (Task task : tasks) {
      task.holders.remove(worker.incarnation());
    }
  }

  /** Begins with the next scan of the same input, or with this one again. */
  void restart() {
    for (Task task : tasks) {
      task.holders.clear();
    }
  }

  /** Repeats to a worker with a new stream the tasks that it holds. */
  void onReconnected(Member worker) {
    for (Task task : tasks) {
      if (!isRecorded(task) && task.holders.contains(worker.incarnation())) {
        order(task, worker.incarnation());
      }
    }
  }
}
