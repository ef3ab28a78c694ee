package trainer.pserver.lane;

import java.util.LinkedHashMap;
import java.util.Map;
import trainer.core.math.RepeatedSums;
import trainer.pserver.store.RowList;

/**
 * The key lists of one connection by their ids, within a budget of memory: the one unused for
 * longest is forgotten first, and the worker sends it again when it is told that it is unknown.
 */
final class ListCache {
  private final LinkedHashMap<Long, Named> lists = new LinkedHashMap<>(16, 0.75f, true);
  private final long budget;
  private long bytes;

  ListCache(long budget) {
    this.budget = budget;
  }

  /** A list, and what is known of its sums. */
  private record Named(RowList list, RepeatedSums equal) {
    long bytes() {
      return list.bytes() + (list.isTraining() ? (long) Character.BYTES * list.floats() : 0);
    }
  }

  /** Names a list; a list that had the name is forgotten. */
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

  /** The list, or null if it is not known (any more). */
  RowList get(long id) {
    Named named = lists.get(id);
    return named == null ? null : named.list;
  }

  /** What pushes of a list that is known have said of its sums. */
  RepeatedSums equal(long id) {
    return lists.get(id).equal;
  }

  /** Forgets all lists: who needs one is told that it is not known, and tells it anew. */
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
