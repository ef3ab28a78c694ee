package trainer.master.queue;

import it.unimi.dsi.fastutil.ints.IntSet;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongRBTreeSet;
import java.util.List;
import java.util.function.LongPredicate;
import trainer.core.id.Incarnation;

/**
 * Selects the slots to assign to a worker, in this order:
 *
 * <ol>
 *   <li>a returned slot that no worker had computed ({@link #interrupt}), then any other returned
 *       slot, but not to its last holder if there are other workers;
 *   <li>among the next {@value #WINDOW} slots of the pass, a task that the worker had before;
 *   <li>among these, a task with data on the worker's host;
 *   <li>the slot that is due.
 * </ol>
 *
 * <p>So a pass begins only after the one before it is assigned completely, a task that is near to
 * no worker is not postponed for ever, and the cost of a decision is bounded. Near the end of all
 * passes a worker gets one slot at a time: one queued behind a slow worker's current slot could be
 * computed by another.
 *
 * <p>Example: 4 slots are due for tasks 7, 2, 9, 4, and task 9 lies on this worker's host: it gets
 * 9, the next worker 7.
 */
public final class TaskSelector {
  private static final int WINDOW = 1024;

  private final TaskQueue queue;
  private final TaskSchedule order;
  private final PendingSlots next;
  private final LongArrayList work = new LongArrayList();
  private final LongArrayList leftOut = new LongArrayList();

  /** Slots whose worker was lost before it had computed them, until they are assigned again. */
  private final LongRBTreeSet interrupted = new LongRBTreeSet();

  private long until = Long.MAX_VALUE;

  public TaskSelector(TaskQueue queue, TaskSchedule order, Locality nearness) {
    this.queue = queue;
    this.order = order;
    this.next = new PendingSlots(queue, order, nearness);
  }

  /**
   * The number of slots a worker may hold now, the current one included.
   *
   * @param most the usual number; 1 applies once fewer slots are left than all workers would hold,
   *     and one more each
   * @param workers the number of workers
   */
  public int atOnce(int most, int workers) {
    return queue.todo() < (most + 1L) * workers ? 1 : most;
  }

  /**
   * Selects slots to assign; the queue itself does not change.
   *
   * @param room the most slots to assign
   * @param others whether other workers live
   * @param discarded tasks discarded in an earlier slot
   */
  public TaskReply select(TaskRequest asker, int room, boolean others, IntSet discarded) {
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

  /** Excludes all slots from this one on. */
  public void until(long slot) {
    until = slot;
  }

  /**
   * Prefers slots that were returned before a worker had computed them. Those that only lost their
   * rows may be many; they are computed again behind them.
   */
  public void interrupt(List<Long> slots) {
    interrupted.addAll(slots);
  }

  /** Whether an interrupted slot waits for assignment. */
  public boolean hasInterrupted() {
    interrupted.removeIf(slot -> !queue.taken().containsKey(slot));
    return !interrupted.isEmpty() && queue.hasTodo();
  }

  /** The selected slots. */
  public List<Long> work() {
    return work;
  }

  /** Slots that were skipped because their tasks are discarded. */
  public List<Long> leftOut() {
    return leftOut;
  }

  private void taken(Incarnation worker, int room, boolean others, IntSet discarded) {
    long none = others ? worker.number() : TaskQueue.NOBODY;
    if (hasInterrupted()) {
      interrupted.forEach(slot -> takeBack(slot, queue.taken().get(slot), none, room, discarded));
    }
    for (Long2LongMap.Entry back : queue.taken().long2LongEntrySet()) {
      if (work.size() == room) {
        return;
      }
      takeBack(back.getLongKey(), back.getLongValue(), none, room, discarded);
    }
  }

  /**
   * Selects a returned slot.
   *
   * @param none the last holder that does not get it
   */
  private void takeBack(long slot, long holder, long none, int room, IntSet discarded) {
    boolean isOthers = holder == TaskQueue.NOBODY || holder != none;
    if (work.size() < room && isOthers && isFree(slot, discarded)) {
      work.add(slot);
    }
  }

  private void fresh(TaskRequest asker, int room, IntSet discarded) {
    while (work.size() < room) {
      long slot = best(asker, discarded);
      if (slot < 0) {
        return;
      }
      work.add(slot);
    }
  }

  /** The best slot that was never assigned and is not selected yet, or −1. */
  private long best(TaskRequest asker, IntSet discarded) {
    LongPredicate free = slot -> isFree(slot, discarded);
    long due = due(free);
    if (due < 0) {
      return due;
    }
    next.reach(due, WINDOW);
    long had = next.firstOfWorker(asker.number(), free);
    long near = had < 0 ? next.on(asker.host(), free) : had;
    return near < 0 ? due : near;
  }

  private long due(LongPredicate free) {
    long end = Math.min(Math.min(queue.slotCount(), until), queue.next() + WINDOW);
    for (long slot = queue.next(); slot < end; slot++) {
      if (queue.isFresh(slot) && free.test(slot)) {
        return slot;
      }
    }
    return -1;
  }

  private boolean isFree(long slot, IntSet discarded) {
    if (work.contains(slot) || leftOut.contains(slot) || queue.hasPlace(slot)) {
      return false;
    }
    if (!discarded.isEmpty() && discarded.contains(order.task(slot))) {
      leftOut.add(slot);
      return false;
    }
    return true;
  }
}
