package trainer.appmaster.tracker;

import java.util.Arrays;
import java.util.List;
import trainer.appmaster.queue.Nearness;
import trainer.appmaster.queue.TaskCut;
import trainer.core.input.BlockIndex;

/** Where tasks are near, as far as this master knows: 4 bytes a task. */
final class TaskNearness implements Nearness {
  private final BlockIndex index;
  private final TaskCut cut;
  private final int[] lastWorker;

  TaskNearness(BlockIndex index, TaskCut cut) {
    this.index = index;
    this.cut = cut;
    this.lastWorker = new int[cut.tasks()];
    Arrays.fill(lastWorker, NOBODY);
  }

  /** A worker was given a task. */
  void given(int task, int worker) {
    lastWorker[task] = worker;
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
