package trainer.master.queue;

import java.util.Arrays;
import java.util.stream.IntStream;
import trainer.core.input.BlockIndex;
import trainer.core.input.Units;

/**
 * Division of the input's blocks into tasks. Each task is a run of blocks in canonical order: a
 * fixed number of blocks (so that a task may span files), whole units, or the blocks of one file. A
 * pure function of the input and the configuration, so every master computes the same tasks.
 */
public final class TaskCut {
  private final int blocks;
  private final int perTask;
  private final int[] starts;

  private TaskCut(int blocks, int perTask, int[] starts) {
    this.blocks = blocks;
    this.perTask = perTask;
    this.starts = starts;
  }

  /** Tasks of {@code perTask} blocks; the last may be short. */
  public static TaskCut ofBlocks(int blocks, int perTask) {
    if (blocks < 1 || perTask < 1) {
      throw new IllegalArgumentException(blocks + " blocks in tasks of " + perTask);
    }
    return new TaskCut(blocks, perTask, null);
  }

  /**
   * Tasks of {@code perTask} blocks that divide no unit: a task ends with the first unit that
   * completes so many. The last may be short.
   */
  public static TaskCut ofUnits(Units units, int perTask) {
    if (!units.areLarge()) {
      return ofBlocks(units.blocks(), perTask);
    }
    int[] starts = new int[units.count()];
    int tasks = 0;
    for (int first : units.firsts()) {
      if (tasks == 0 || first - starts[tasks - 1] >= perTask) {
        starts[tasks++] = first;
      }
    }
    return new TaskCut(units.blocks(), 0, Arrays.copyOf(starts, tasks));
  }

  /** A task for each file that has blocks. */
  public static TaskCut ofFiles(BlockIndex index) {
    int[] starts =
        IntStream.range(0, index.size())
            .filter(block -> block == 0 || !index.fileOf(block).equals(index.fileOf(block - 1)))
            .toArray();
    return new TaskCut(index.size(), 0, starts);
  }

  /** The number of tasks of a pass over the data. */
  public int tasks() {
    return starts == null ? (int) ((blocks + (long) perTask - 1) / perTask) : starts.length;
  }

  /** The first block of a task. */
  public int first(int task) {
    return starts == null ? task * perTask : starts[task];
  }

  /** The number of blocks of a task. */
  public int size(int task) {
    int end = task + 1 == tasks() ? blocks : first(task + 1);
    return end - first(task);
  }

  /** The task that holds a block. */
  public int taskOf(int block) {
    if (starts == null) {
      return block / perTask;
    }
    int at = Arrays.binarySearch(starts, block);
    return at >= 0 ? at : -at - 2;
  }

  /** The blocks of a task, ascending. */
  public int[] blocks(int task) {
    return IntStream.range(first(task), first(task) + size(task)).toArray();
  }
}
