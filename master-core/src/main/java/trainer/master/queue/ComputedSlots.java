package trainer.master.queue;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.List;
import trainer.core.id.Incarnation;

/**
 * The slots whose rows a worker has computed and not put into a file that counts. Such a slot is
 * still pending in the queue. Kept in memory only: after a change of master the workers report
 * these slots again.
 */
public final class ComputedSlots {
  private final TaskQueue queue;
  private final LongOpenHashSet slots = new LongOpenHashSet();

  public ComputedSlots(TaskQueue queue) {
    this.queue = queue;
  }

  /** Adds a slot. */
  public void add(long slot) {
    slots.add(slot);
  }

  /** Whether a slot is computed. */
  public boolean has(long slot) {
    return slots.contains(slot);
  }

  public int size() {
    return slots.size();
  }

  /** Removes a slot: it is in a file that counts, or taken back. */
  public void remove(long slot) {
    slots.remove(slot);
  }

  /** The slots of a worker that it has still to compute, in the order of assignment. */
  public List<Long> toCompute(Incarnation worker) {
    List<Long> held = queue.held(worker);
    return slots.isEmpty()
        ? held
        : held.stream().filter(slot -> !slots.contains((long) slot)).toList();
  }
}
