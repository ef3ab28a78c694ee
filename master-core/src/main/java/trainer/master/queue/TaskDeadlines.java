package trainer.master.queue;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongIterator;
import java.time.Duration;
import java.util.List;
import java.util.function.LongToIntFunction;
import trainer.core.id.Incarnation;

/**
 * Deadlines of assigned slots. A worker computes its slots in order, so time runs only for the
 * first one that it holds: there is one deadline a worker. Kept in memory only: after a change of
 * master every deadline restarts.
 */
public final class TaskDeadlines {
  /** The time to write a file of rows that are computed; its store may be away for a while. */
  private static final long WRITING = Duration.ofMinutes(10).toNanos();

  private final TaskQueue queue;
  private final ComputedSlots computed;
  private final LongToIntFunction blocks;
  private final CompletionTimes times;
  private final Long2LongOpenHashMap since = new Long2LongOpenHashMap();

  /**
   * Creates deadlines for a queue.
   *
   * @param computed slots of workers whose time is over
   * @param blocks the number of blocks of a slot's task
   */
  public TaskDeadlines(
      TaskQueue queue, ComputedSlots computed, LongToIntFunction blocks, CompletionTimes times) {
    this.queue = queue;
    this.computed = computed;
    this.blocks = blocks;
    this.times = times;
  }

  /**
   * Starts the deadline of a worker that held no slot. Must be called before the queue is changed.
   */
  public void onAssigned(Incarnation worker, long now) {
    if (computed.toCompute(worker).isEmpty()) {
      since.put(worker.number(), now);
    }
  }

  /** Measures a slot finished by its holder. Must be called before the queue is changed. */
  public void onFinished(long slot, long now) {
    Incarnation worker = new Incarnation(queue.holder(slot));
    List<Long> held = computed.toCompute(worker);
    if (held.isEmpty() || held.get(0) != slot) {
      return;
    }
    times.addMeasurement(blocks.applyAsInt(slot), now - began(worker, now));
    since.put(worker.number(), now);
  }

  /** Restarts a worker's deadline: its assignment may have arrived only now. */
  public void restart(Incarnation worker, long now) {
    since.put(worker.number(), now);
  }

  /**
   * Drops the deadline of a worker that is gone or has lost its slots; its next assignment starts a
   * new one.
   */
  public void forget(Incarnation worker) {
    since.remove(worker.number());
  }

  /** The deadline of a slot; {@code Long.MAX_VALUE} for one whose time has not begun. */
  public long deadline(long slot, long now) {
    Incarnation worker = new Incarnation(queue.holder(slot));
    List<Long> held = computed.toCompute(worker);
    return held.isEmpty() || held.get(0) != slot
        ? Long.MAX_VALUE
        : began(worker, now) + times.allowed(blocks.applyAsInt(slot));
  }

  /** Whether a worker takes far longer than usual for the first slot that it holds. */
  public boolean isLate(Incarnation worker, long first, long now) {
    return now - began(worker, now) >= times.late(blocks.applyAsInt(first));
  }

  /** The slots past their deadline: at most the first of each worker. */
  public List<Long> overdue(long now) {
    LongArrayList late = new LongArrayList();
    LongIterator workers = queue.holders().iterator();
    while (workers.hasNext()) {
      List<Long> held = computed.toCompute(new Incarnation(workers.nextLong()));
      if (!held.isEmpty() && now - deadline(held.get(0), now) >= 0) {
        late.add((long) held.get(0));
      }
    }
    return late;
  }

  /**
   * The first slots of the workers that have computed all that they hold, and have not written it
   * in time. Their file may be lost, and the thread that computes it again may hang.
   */
  public List<Long> unwritten(long now) {
    LongArrayList late = new LongArrayList();
    LongIterator workers = queue.holders().iterator();
    while (workers.hasNext()) {
      Incarnation worker = new Incarnation(workers.nextLong());
      if (computed.toCompute(worker).isEmpty() && now - began(worker, now) >= WRITING) {
        late.add((long) queue.held(worker).get(0));
      }
    }
    return late;
  }

  /**
   * The start of a worker's first slot; one assigned by another master starts at the first check.
   */
  private long began(Incarnation worker, long now) {
    if (!since.containsKey(worker.number())) {
      since.put(worker.number(), now);
    }
    return since.get(worker.number());
  }
}
