package trainer.appmaster.queue;

import it.unimi.dsi.fastutil.ints.IntSet;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;

/**
 * Decides which turns a worker is given.
 *
 * <p>What was taken back goes first, to another worker than had it last where there is another.
 * Then the task nearest to the worker among the next {@value #WINDOW} of the pass; where none is
 * near, the one that is due. So no pass begins before the one before it has been given out, a task
 * that is near to nobody is not put off for ever, and the cost of a decision is bounded. Example: 4
 * turns are due for tasks 7, 2, 9, 4, and task 9 lies on this worker's host: it gets 9, the next
 * one 7.
 */
public final class Dealer {
  private static final int WINDOW = 1024;

  private final TaskQueue queue;
  private final TaskOrder order;
  private final LongArrayList work = new LongArrayList();
  private final LongArrayList leftOut = new LongArrayList();

  public Dealer(TaskQueue queue, TaskOrder order) {
    this.queue = queue;
    this.order = order;
  }

  /**
   * Chooses what to give; nothing changes before the queue hears of it.
   *
   * @param room how many turns at most
   * @param others whether other workers live
   * @param near how near tasks are to this worker
   * @param discarded tasks given up in an earlier turn
   */
  public Answer deal(long worker, int room, boolean others, Near near, IntSet discarded) {
    work.clear();
    leftOut.clear();
    if (queue.hasTodo()) {
      taken(worker, room, others);
      fresh(room, near, discarded);
    }
    if (!work.isEmpty()) {
      return Answer.WORK;
    }
    return queue.isOver() ? Answer.NO_MORE : Answer.WAIT;
  }

  /** What is to be given. */
  public List<Long> work() {
    return work;
  }

  /** Turns whose tasks are discarded: not to be tried again. */
  public List<Long> leftOut() {
    return leftOut;
  }

  private void taken(long worker, int room, boolean others) {
    for (Long2LongMap.Entry back : queue.taken().long2LongEntrySet()) {
      if (work.size() == room) {
        return;
      }
      if (!others || back.getLongValue() != worker) {
        work.add(back.getLongKey());
      }
    }
  }

  private void fresh(int room, Near near, IntSet discarded) {
    while (work.size() < room) {
      long turn = best(near, discarded);
      if (turn < 0) {
        return;
      }
      work.add(turn);
    }
  }

  /** The best turn that was never given and is not chosen yet, or −1. */
  private long best(Near near, IntSet discarded) {
    long best = -1;
    int highest = -1;
    long end = Math.min(queue.turns(), queue.next() + WINDOW);
    for (long turn = queue.next(); turn < end; turn++) {
      if (!queue.isFresh(turn) || work.contains(turn) || leftOut.contains(turn)) {
        continue;
      }
      if (best >= 0 && order.pass(turn) != order.pass(best)) {
        return best;
      }
      int task = order.task(turn);
      if (!discarded.isEmpty() && discarded.contains(task)) {
        leftOut.add(turn);
        continue;
      }
      int nearness = near.of(task);
      if (nearness > highest) {
        best = turn;
        highest = nearness;
      }
      if (highest >= near.nearest()) {
        return best;
      }
    }
    return best;
  }
}
