package trainer.master.job.tasks;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trainer.core.input.BlockIndex;
import trainer.master.job.members.Member;
import trainer.master.queue.Locality;
import trainer.master.queue.TaskCut;

/**
 * Locality of tasks: the worker that had each task last under this master, and the hosts of its
 * first block. It takes 4 bytes a task.
 */
final class TaskLocality implements Locality {
  private final BlockIndex index;
  private final TaskCut cut;
  private final int[] lastWorker;
  private final Map<Long, Integer> numbers = new HashMap<>();

  TaskLocality(BlockIndex index, TaskCut cut) {
    this.index = index;
    this.cut = cut;
    this.lastWorker = new int[cut.tasks()];
    Arrays.fill(lastWorker, NOBODY);
  }

  /**
   * The number of a worker process. A process that takes over its index gets another number,
   * because its cache is empty.
   */
  int number(Member worker) {
    return numbers.computeIfAbsent(worker.incarnation().number(), of -> numbers.size());
  }

  /** Notes that a worker was given a task. */
  void onAssigned(int task, Member worker) {
    lastWorker[task] = number(worker);
  }

  @Override
  public int lastWorker(int task) {
    return lastWorker[task];
  }

  @Override
  public List<String> hosts(int task) {
    return index.hosts(cut.first(task));
  }
}
