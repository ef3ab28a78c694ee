package trainer.master.queue;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongIterator;
import java.util.List;
import java.util.function.LongToIntFunction;

/**
 * Since when each worker has been at the first of the turns it holds, and when that is too long.
 * Workers do what they are given in order, so the others do not age; and the number of deadlines is
 * that of the workers. In memory only: after a change of master every deadline begins anew.
 */
public final class TaskDeadlines {
  private final TaskQueue queue;
  private final LongToIntFunction blocks;
  private final CompletionTimes times;
  private final Long2LongOpenHashMap since = new Long2LongOpenHashMap();

  /**
   * @param blocks how many blocks a turn's task has
   */
  public TaskDeadlines(TaskQueue queue, LongToIntFunction blocks, CompletionTimes times) {
    this.queue = queue;
    this.blocks = blocks;
    this.times = times;
  }

  /** To be called before the queue hears of it: if the worker holds nothing, it begins now. */
  public void gives(long worker, long now) {
    if (queue.held(worker).isEmpty()) {
      since.put(worker, now);
    }
  }

  /** To be called before the queue hears of it: a turn is finished by who holds it. */
  public void finishes(long turn, long now) {
    long worker = queue.holder(turn);
    if (queue.held(worker).isEmpty() || queue.held(worker).get(0) != turn) {
      return;
    }
    times.measured(blocks.applyAsInt(turn), now - began(worker, now));
    since.put(worker, now);
  }

  /** The worker may only now have heard of what it holds: its time begins anew. */
  public void restart(long worker, long now) {
    since.put(worker, now);
  }

  /** The worker is gone, or its turns were taken: whatever it is given next begins then. */
  public void forget(long worker) {
    since.remove(worker);
  }

  /** When a turn's time is over; {@code Long.MAX_VALUE} for one whose time has not begun. */
  public long deadline(long turn, long now) {
    long worker = queue.holder(turn);
    List<Long> held = queue.held(worker);
    return held.isEmpty() || held.get(0) != turn
        ? Long.MAX_VALUE
        : began(worker, now) + times.allowed(blocks.applyAsInt(turn));
  }

  /** The first turn of each worker whose time is over. */
  public List<Long> overdue(long now) {
    LongArrayList late = new LongArrayList();
    LongIterator workers = queue.holders().iterator();
    while (workers.hasNext()) {
      long turn = queue.held(workers.nextLong()).get(0);
      if (now - deadline(turn, now) >= 0) {
        late.add(turn);
      }
    }
    return late;
  }

  /** One that another master gave begins when this one first looks at it. */
  private long began(long worker, long now) {
    if (!since.containsKey(worker)) {
      since.put(worker, now);
    }
    return since.get(worker);
  }
}
