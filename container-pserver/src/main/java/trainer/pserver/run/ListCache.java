package trainer.pserver.run;

import java.util.LinkedHashMap;
import java.util.Map;
import trainer.pserver.partition.RowList;

/**
 * The key lists of one connection by their ids, within a budget of memory: the one unused for
 * longest is forgotten first, and the worker sends it again when it is told that it is unknown.
 */
final class ListCache {
  private final LinkedHashMap<Long, RowList> lists = new LinkedHashMap<>(16, 0.75f, true);
  private final long budget;
  private long bytes;

  ListCache(long budget) {
    this.budget = budget;
  }

  /** Names a list; a list that had the name is forgotten. */
  void put(long id, RowList list) {
    remove(id);
    lists.put(id, list);
    bytes += list.bytes();
    while (bytes > budget && lists.size() > 1) {
      Map.Entry<Long, RowList> eldest = lists.entrySet().iterator().next();
      remove(eldest.getKey());
    }
  }

  /** The list, or null if it is not known (any more). */
  RowList get(long id) {
    return lists.get(id);
  }

  /** Forgets all lists: who needs one is told that it is not known, and tells it anew. */
  void clear() {
    lists.clear();
    bytes = 0;
  }

  void remove(long id) {
    RowList list = lists.remove(id);
    if (list != null) {
      bytes -= list.bytes();
    }
  }
}
