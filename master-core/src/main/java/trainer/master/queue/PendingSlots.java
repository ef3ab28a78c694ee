package trainer.master.queue;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongIterator;
import it.unimi.dsi.fastutil.longs.LongLinkedOpenHashSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * An index of the next unassigned slots of a pass, by the previous worker of their tasks and by the
 * hosts of their data. A slot is inserted once; an assigned slot is removed lazily, when a search
 * meets it. So a search needs no scan; {@code benchmarks/core} measures it.
 */
final class PendingSlots {
  private final TaskQueue queue;
  private final TaskSchedule order;
  private final Locality nearness;
  private final Int2ObjectOpenHashMap<LongLinkedOpenHashSet> byWorker =
      new Int2ObjectOpenHashMap<>();
  private final Map<String, LongLinkedOpenHashSet> byHost = new HashMap<>();
  private long pass = -1;
  private long end;

  PendingSlots(TaskQueue queue, TaskSchedule order, Locality nearness) {
    this.queue = queue;
    this.order = order;
    this.nearness = nearness;
  }

  /** Extends the index to at most {@code most} slots from {@code due} on, all of the same pass. */
  void reach(long due, int most) {
    if (order.pass(due) != pass) {
      pass = order.pass(due);
      end = due;
      byWorker.clear();
      byHost.clear();
    }
    long until = Math.min((pass + 1) * queue.tasks(), due + most);
    for (; end < until; end++) {
      if (queue.isFresh(end)) {
        put(end);
      }
    }
  }

  private void put(long slot) {
    int task = order.task(slot);
    int worker = nearness.lastWorker(task);
    if (worker != Locality.NOBODY) {
      byWorker.computeIfAbsent(worker, of -> new LongLinkedOpenHashSet()).add(slot);
    }
    for (String host : nearness.hosts(task)) {
      byHost.computeIfAbsent(host, of -> new LongLinkedOpenHashSet()).add(slot);
    }
  }

  /** The first free slot whose task was last assigned to a worker, or −1. */
  long firstOfWorker(int worker, LongPredicate free) {
    return first(byWorker.get(worker), free);
  }

  /** The first free slot whose task's data is on a host, or −1. */
  long on(String host, LongPredicate free) {
    return first(byHost.get(host), free);
  }

  private long first(LongLinkedOpenHashSet slots, LongPredicate free) {
    if (slots == null) {
      return -1;
    }
    for (LongIterator next = slots.iterator(); next.hasNext(); ) {
      long slot = next.nextLong();
      if (!queue.isFresh(slot)) {
        next.remove();
      } else if (free.test(slot)) {
        return slot;
      }
    }
    return -1;
  }
}
