package trainer.master.queue;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongIterator;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;

/**
 * How many steps each worker has finished, and how many the slowest of those that hold tasks. That
 * number never falls: who is new, or had nothing to do, counts on from it. It is not known while
 * somebody to whom an earlier master gave tasks has not said how far it is: until then only those
 * who have are given more.
 */
public final class WorkerProgress {
  private final Long2LongOpenHashMap clocks = new Long2LongOpenHashMap();
  private final LongOpenHashSet awaited = new LongOpenHashSet();
  private final LongOpenHashSet back = new LongOpenHashSet();
  private long slowest;

  /** Those hold tasks already, of whoever was master before; what was said until now is old. */
  public void opens(LongSet holders) {
    clocks.clear();
    back.clear();
    awaited.clear();
    awaited.addAll(holders);
  }

  /** A worker that held nothing is given tasks. */
  public void gives(long worker) {
    said(worker, slowest);
  }

  /** A worker has finished so many steps. */
  public void said(long worker, long finished) {
    clocks.put(worker, Math.max(finished, clocks.getOrDefault(worker, slowest)));
    if (awaited.remove(worker)) {
      back.add(worker);
    }
  }

  /** A worker is gone. */
  public void gone(long worker) {
    clocks.remove(worker);
    awaited.remove(worker);
    back.remove(worker);
  }

  /** How far a worker is. */
  public long of(long worker) {
    return Math.max(slowest, clocks.get(worker));
  }

  public long slowest() {
    return slowest;
  }

  /** Whether a worker may be given tasks now: it is known where it stands. */
  public boolean mayGive(long worker) {
    return awaited.isEmpty() || back.contains(worker);
  }

  /**
   * Finds the slowest of these workers, which hold tasks.
   *
   * @return whether it is further than it was, or is known now and was not
   */
  public boolean look(LongSet holders) {
    awaited.retainAll(holders);
    boolean isNews = !back.isEmpty();
    LongSet known = isNews ? back : holders; // who is back may have finished all it held
    if (!awaited.isEmpty() || known.isEmpty()) {
      return false;
    }
    long before = slowest;
    slowest = Math.max(slowest, least(known));
    back.clear();
    return isNews || slowest > before;
  }

  private long least(LongSet workers) {
    long least = Long.MAX_VALUE;
    for (LongIterator each = workers.iterator(); each.hasNext(); ) {
      least = Math.min(least, of(each.nextLong()));
    }
    return least;
  }
}
