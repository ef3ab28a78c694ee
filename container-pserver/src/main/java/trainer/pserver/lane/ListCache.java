package trainer.pserver.lane;

import java.util.LinkedHashMap;
import java.util.Map;
import trainer.core.math.RepeatedSums;
import trainer.pserver.store.RowList;

/**
 * A cache of the key lists of one connection, by id, within a memory budget. The least recently
 * used list is evicted first. A worker sends a list again when its id is refused as unknown.
 */
final class ListCache {
  private final LinkedHashMap<Long, Named> lists = new LinkedHashMap<>(16, 0.75f, true);
  private final long budget;
  private long bytes;

  ListCache(long budget) {
    this.budget = budget;
  }

  /** A list with the prediction of its repeated sums. */
  private record Named(RowList list, RepeatedSums equal) {
    long bytes() {
      return list.bytes() + (list.isTraining() ? (long) Character.BYTES * list.floats() : 0);
    }
  }

  /** Adds a list; a list with the same id is removed. */
  void put(long id, RowList list) {
    remove(id);
    Named named = new Named(list, new RepeatedSums());
    lists.put(id, named);
    bytes += named.bytes();
    while (bytes > budget && lists.size() > 1) {
      Map.Entry<Long, Named> eldest = lists.entrySet().iterator().next();
      remove(eldest.getKey());
    }
  }

  /** The list, or null if it is unknown or evicted. */
  RowList get(long id) {
    Named named = lists.get(id);
    return named == null ? null : named.list;
  }

  /**
   * The prediction of repeated sums that earlier pushes of a list have made; the list must be
   * known.
   */
  RepeatedSums equal(long id) {
    return lists.get(id).equal;
  }

  /** Forgets all lists. A worker that needs one is refused and sends it again. */
  void clear() {
    lists.clear();
    bytes = 0;
  }

  void remove(long id) {
    Named named = lists.remove(id);
    if (named != null) {
      bytes -= named.bytes();
    }
  }
}
