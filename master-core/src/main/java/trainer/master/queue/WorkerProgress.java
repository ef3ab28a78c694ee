package trainer.master.queue;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongIterator;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import trainer.core.id.Incarnation;

/**
 * The steps that each worker has finished, and those of the slowest worker that holds tasks. The
 * slowest count never falls: a worker that is new or was idle starts from it.
 *
 * <p>After a change of master the slowest count is unknown until each worker with tasks of an
 * earlier master has reported its steps. Until then only workers that have reported are assigned
 * more. A worker that has begun no step does not count: it will start from the slowest.
 */
public final class WorkerProgress {
  private final Long2LongOpenHashMap clocks = new Long2LongOpenHashMap();
  private final LongOpenHashSet awaited = new LongOpenHashSet();
  private final LongOpenHashSet back = new LongOpenHashSet();
  private long slowest;
  private boolean isKnown = true;

  /** Restarts with the workers that hold tasks of an earlier master; older reports are dropped. */
  public void onOpened(LongSet holders) {
    clocks.clear();
    back.clear();
    awaited.clear();
    awaited.addAll(holders);
    isKnown = holders.isEmpty();
  }

  /** Adds a worker that held no tasks and is assigned some. */
  public void onAssigned(Incarnation worker) {
    raise(worker, slowest);
  }

  /** Records a worker's report of its finished steps, and of those that it has begun. */
  public void onClock(Incarnation worker, long finished, long begun) {
    raise(worker, finished);
    if (awaited.remove(worker.number()) && begun > 0) {
      back.add(worker.number());
    }
  }

  private void raise(Incarnation worker, long finished) {
    clocks.put(worker.number(), Math.max(finished, clocks.getOrDefault(worker.number(), slowest)));
  }

  /** Removes a lost worker. */
  public void onLeft(Incarnation worker) {
    clocks.remove(worker.number());
    awaited.remove(worker.number());
    back.remove(worker.number());
  }

  /** The finished steps of a worker, at least those of the slowest. */
  public long of(Incarnation worker) {
    return Math.max(slowest, clocks.get(worker.number()));
  }

  public long slowest() {
    return slowest;
  }

  /** Whether the slowest count is known. */
  public boolean isKnown() {
    return isKnown;
  }

  /** Whether a worker may be assigned tasks: its steps are known. */
  public boolean mayGive(Incarnation worker) {
    return isKnown || awaited.isEmpty() || back.contains(worker.number());
  }

  /**
   * Finds the slowest of these workers, which hold tasks.
   *
   * @return whether the slowest count rose, or has become known
   */
  public boolean reconcile(LongSet holders) {
    awaited.retainAll(holders);
    if (!awaited.isEmpty()) {
      return false;
    }
    boolean isNews = !isKnown;
    LongSet counted = isNews ? back : holders; // those back may have finished all they held
    long before = slowest;
    if (!counted.isEmpty()) {
      slowest = Math.max(slowest, least(counted));
    }
    isKnown = true;
    back.clear();
    return isNews || slowest > before;
  }

  private long least(LongSet workers) {
    long least = Long.MAX_VALUE;
    for (LongIterator each = workers.iterator(); each.hasNext(); ) {
      least = Math.min(least, of(new Incarnation(each.nextLong())));
    }
    return least;
  }
}
