package trainer.appmaster.tracker;

import java.util.Arrays;
import trainer.appmaster.queue.Near;
import trainer.appmaster.queue.TaskCut;
import trainer.core.input.BlockIndex;

/**
 * How near tasks are to workers: nearest is what a worker had in the pass before, since its cache
 * may hold it; then what lies on its host.
 */
final class TaskNearness {
  private static final int ON_THE_HOST = 1;
  private static final int HAD_IT = 2;
  private static final int NOBODY = -1;

  private final BlockIndex index;
  private final TaskCut cut;
  private final int[] lastWorker;
  private int known;

  TaskNearness(BlockIndex index, TaskCut cut) {
    this.index = index;
    this.cut = cut;
    this.lastWorker = new int[cut.tasks()];
    Arrays.fill(lastWorker, NOBODY);
  }

  /** A worker was given a task. */
  void given(int task, int worker) {
    known += lastWorker[task] == NOBODY ? 1 : 0;
    lastWorker[task] = worker;
  }

  /** As one worker sees it. */
  Near of(Member worker) {
    int nearest = known == lastWorker.length ? HAD_IT : index.knowsHosts() ? ON_THE_HOST : 0;
    return new Near() {
      @Override
      public int of(int task) {
        if (lastWorker[task] == worker.index()) {
          return HAD_IT;
        }
        boolean here = nearest > 0 && index.hosts(cut.first(task)).contains(worker.host());
        return here ? ON_THE_HOST : 0;
      }

      @Override
      public int nearest() {
        return nearest;
      }
    };
  }
}
