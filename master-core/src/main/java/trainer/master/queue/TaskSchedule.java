package trainer.master.queue;

import trainer.core.random.SplitMix64;

/**
 * The order in which tasks are due: pass after pass, each in a seeded order of its own. A
 * <em>turn</em> is the number of a task's due time: turn t is place t mod T of pass t div T, where
 * T is the number of tasks.
 */
public final class TaskSchedule {
  /** Passes whose order is kept: one that begins, and those that have not ended. */
  private static final int KEPT = 3;

  private final long seed;
  private final int tasks;
  private final int[][] orders = new int[KEPT][];
  private final long[] passes = new long[KEPT];

  /**
   * @param seed of this queue; another queue of the job has another
   */
  public TaskSchedule(long seed, int tasks) {
    this.seed = seed;
    this.tasks = tasks;
  }

  /** The pass a turn belongs to, from 0. */
  public long pass(long turn) {
    return turn / tasks;
  }

  /** The task whose turn it is. */
  public int task(long turn) {
    return order(pass(turn))[(int) (turn % tasks)];
  }

  private int[] order(long pass) {
    int slot = (int) (pass % KEPT);
    if (orders[slot] == null || passes[slot] != pass) {
      orders[slot] = SplitMix64.of(seed, pass).permutation(tasks);
      passes[slot] = pass;
    }
    return orders[slot];
  }
}
