package trainer.master.queue;

import java.util.function.LongFunction;
import java.util.stream.IntStream;
import trainer.core.random.SplitMix64;

/**
 * The order in which tasks are due: pass after pass, each in its own seeded order, or in the order
 * of the tasks. A <em>slot</em> is a scheduled position of a task; the journal and the messages
 * call its number a turn. Slot t is position t mod T of pass t div T, where T is the number of
 * tasks.
 */
public final class TaskSchedule {
  /** Passes whose order is cached: the one that begins, and those that have not ended. */
  private static final int KEPT = 3;

  private final LongFunction<int[]> shuffle;
  private final int tasks;
  private final int[][] orders = new int[KEPT][];
  private final long[] passes = new long[KEPT];

  /**
   * Creates a schedule.
   *
   * @param seed of this queue; each queue of a job has its own
   */
  public TaskSchedule(long seed, int tasks) {
    this(pass -> SplitMix64.of(seed, pass).permutation(tasks), tasks);
  }

  private TaskSchedule(LongFunction<int[]> shuffle, int tasks) {
    this.shuffle = shuffle;
    this.tasks = tasks;
  }

  /** A schedule in which every pass has the tasks in their own order. */
  public static TaskSchedule inOrder(int tasks) {
    return new TaskSchedule(pass -> IntStream.range(0, tasks).toArray(), tasks);
  }

  /** The pass of a slot, from 0. */
  public long pass(long slot) {
    return slot / tasks;
  }

  /** The task of a slot. */
  public int task(long slot) {
    return order(pass(slot))[(int) (slot % tasks)];
  }

  private int[] order(long pass) {
    int place = (int) (pass % KEPT);
    if (orders[place] == null || passes[place] != pass) {
      orders[place] = shuffle.apply(pass);
      passes[place] = pass;
    }
    return orders[place];
  }
}
