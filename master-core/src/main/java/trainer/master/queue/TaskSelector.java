package trainer.master.queue;

import it.unimi.dsi.fastutil.ints.IntSet;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Decides which turns a worker is given.
 *
 * <p>What was taken back goes first, to another worker than had it last where there is another.
 * Then, among the next {@value #WINDOW} of the pass, the task that the worker had in the pass
 * before; or one that lies on its host; where none is near, the one that is due. So no pass begins
 * before the one before it has been given out, a task that is near to nobody is not put off for
 * ever, and the cost of a decision is bounded. Of the last turns of all passes none is given in
 * advance: one that waits behind a slow worker's own could be done by another. Example: 4 turns are
 * due for tasks 7, 2, 9, 4, and task 9 lies on this worker's host: it gets 9, the next one 7.
 */
public final class TaskSelector {
  private static final int WINDOW = 1024;

  private final TaskQueue queue;
  private final TaskSchedule order;
  private final PendingSlots next;
  private final LongArrayList work = new LongArrayList();
  private final LongArrayList leftOut = new LongArrayList();
  private long until = Long.MAX_VALUE;

  public TaskSelector(TaskQueue queue, TaskSchedule order, Locality nearness) {
    this.queue = queue;
    this.order = order;
    this.next = new PendingSlots(queue, order, nearness);
  }

  /**
   * How many turns a worker may hold now, the one at work included.
   *
   * @param most while more are left than all workers hold then, and one each
   * @param workers how many there are
   */
  public int atOnce(int most, int workers) {
    return queue.todo() < (most + 1L) * workers ? 1 : most;
  }

  /**
   * Chooses what to give; nothing changes before the queue hears of it.
   *
   * @param room how many turns at most
   * @param others whether other workers live
   * @param discarded tasks given up in an earlier turn
   */
  public TaskReply deal(TaskRequest asker, int room, boolean others, IntSet discarded) {
    work.clear();
    leftOut.clear();
    if (queue.hasTodo()) {
      taken(asker.incarnation(), room, others, discarded);
      fresh(asker, room, discarded);
    }
    if (!work.isEmpty()) {
      return TaskReply.WORK;
    }
    return queue.isOver() ? TaskReply.NO_MORE : TaskReply.WAIT;
  }

  /** No turn from this one on is to be given. */
  public void until(long turn) {
    until = turn;
  }

  /** What is to be given. */
  public List<Long> work() {
    return work;
  }

  /** Turns whose tasks are discarded: not to be tried again. */
  public List<Long> leftOut() {
    return leftOut;
  }

  private void taken(long worker, int room, boolean others, IntSet discarded) {
    for (Long2LongMap.Entry back : queue.taken().long2LongEntrySet()) {
      if (work.size() == room) {
        return;
      }
      boolean isFree = isFree(back.getLongKey(), discarded);
      if (isFree && (!others || back.getLongValue() != worker)) {
        work.add(back.getLongKey());
      }
    }
  }

  private void fresh(TaskRequest asker, int room, IntSet discarded) {
    while (work.size() < room) {
      long turn = best(asker, discarded);
      if (turn < 0) {
        return;
      }
      work.add(turn);
    }
  }

  /** The best turn that was never given and is not chosen yet, or −1. */
  private long best(TaskRequest asker, IntSet discarded) {
    LongPredicate free = turn -> isFree(turn, discarded);
    long due = due(free);
    if (due < 0) {
      return due;
    }
    next.reach(due, WINDOW);
    long had = next.hadBy(asker.number(), free);
    long near = had < 0 ? next.on(asker.host(), free) : had;
    return near < 0 ? due : near;
  }

  private long due(LongPredicate free) {
    long end = Math.min(Math.min(queue.turns(), until), queue.next() + WINDOW);
    for (long turn = queue.next(); turn < end; turn++) {
      if (queue.isFresh(turn) && free.test(turn)) {
        return turn;
      }
    }
    return -1;
  }

  private boolean isFree(long turn, IntSet discarded) {
    if (work.contains(turn) || leftOut.contains(turn) || queue.hasPlace(turn)) {
      return false;
    }
    if (!discarded.isEmpty() && discarded.contains(order.task(turn))) {
      leftOut.add(turn);
      return false;
    }
    return true;
  }
}
