package trainer.worker.cache;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A cache of values that are requested repeatedly, up to a budget of bytes.
 *
 * <p>Every epoch requests the same values, each in another order. Evicting the least recently used
 * value would drop most values shortly before they are requested. At twice the budget, a sixth of
 * the requests would hit instead of half. Kept values therefore stay, and a new value is kept if
 * there is room.
 *
 * <p>A value is stale after twice the longest interval seen between two requests for a value. It
 * has removed to another worker, and makes room. Time is counted in requests.
 *
 * <p>Not thread-safe.
 */
final class Retention<K, V> {
  private static final int STALE = 2;

  private final long budget;
  private final Map<K, Kept<V>> kept = new LinkedHashMap<>(64, 0.75f, true);
  private long bytes;
  private long requests;
  private long longest;

  private static final class Kept<V> {
    private final V value;
    private final long bytes;
    private long usedAt;

    Kept(V value, long bytes, long usedAt) {
      this.value = value;
      this.bytes = bytes;
      this.usedAt = usedAt;
    }
  }

  Retention(long budget) {
    this.budget = budget;
  }

  boolean has(K key) {
    return kept.containsKey(key);
  }

  /** Requests a value; null if it is not kept. */
  V get(K key) {
    requests++;
    Kept<V> found = kept.get(key);
    if (found == null) {
      return null;
    }
    longest = Math.max(longest, requests - found.usedAt);
    found.usedAt = requests;
    return found.value;
  }

  /** Removes a value; returns it, or null. */
  V remove(K key) {
    Kept<V> before = kept.remove(key);
    if (before == null) {
      return null;
    }
    bytes -= before.bytes;
    return before.value;
  }

  /**
   * Keeps a value in place of the former one, if there is room.
   *
   * @return the values that are not kept: evicted ones, perhaps the new one
   */
  List<V> keep(K key, V value, long size) {
    List<V> removed = new ArrayList<>();
    V before = remove(key);
    if (before != null && before != value) {
      removed.add(before);
    }
    var eldest = kept.values().iterator();
    while (bytes + size > budget && eldest.hasNext()) {
      Kept<V> one = eldest.next();
      if (longest == 0 || requests - one.usedAt <= STALE * longest) {
        break; // not stale; nor is any later one, for they are in the order of use
      }
      bytes -= one.bytes;
      removed.add(one.value);
      eldest.remove();
    }
    if (bytes + size > budget) {
      removed.add(value);
    } else {
      kept.put(key, new Kept<>(value, size, requests));
      bytes += size;
    }
    return removed;
  }

  long bytes() {
    return bytes;
  }

  int size() {
    return kept.size();
  }
}
