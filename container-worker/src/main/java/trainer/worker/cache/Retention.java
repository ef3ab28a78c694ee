package trainer.worker.cache;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is kept of things that are asked for again and again, up to a budget of bytes.
 *
 * <p>Epochs go over the same things, each in an order of its own. To make room for each by dropping
 * the one used longest ago would drop most of them shortly before they are wanted: of twice the
 * budget a sixth would be found and not half. So what is kept stays, and what is new is kept if
 * there is room. What was not asked for in twice the longest time that any took to be asked for
 * again has gone to another worker, and makes room. Time is counted in questions.
 *
 * <p>Not thread-safe.
 */
final class Retention<K, V> {
  private static final int STALE = 2;

  private final long budget;
  private final Map<K, Kept<V>> kept = new LinkedHashMap<>(64, 0.75f, true);
  private long bytes;
  private long asked;
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

  /** Asks for it; null if it is not kept. */
  V get(K key) {
    asked++;
    Kept<V> found = kept.get(key);
    if (found == null) {
      return null;
    }
    longest = Math.max(longest, asked - found.usedAt);
    found.usedAt = asked;
    return found.value;
  }

  /** Forgets it; returns what there was, or null. */
  V remove(K key) {
    Kept<V> before = kept.remove(key);
    if (before == null) {
      return null;
    }
    bytes -= before.bytes;
    return before.value;
  }

  /**
   * Keeps it in the place of what there was, if there is room.
   *
   * @return what is not kept: perhaps others that made room for it, perhaps itself
   */
  List<V> keep(K key, V value, long size) {
    List<V> gone = new ArrayList<>();
    V before = remove(key);
    if (before != null && before != value) {
      gone.add(before);
    }
    var eldest = kept.values().iterator();
    while (bytes + size > budget && eldest.hasNext()) {
      Kept<V> one = eldest.next();
      if (longest == 0 || asked - one.usedAt <= STALE * longest) {
        break;
      }
      bytes -= one.bytes;
      gone.add(one.value);
      eldest.remove();
    }
    if (bytes + size > budget) {
      gone.add(value);
    } else {
      kept.put(key, new Kept<>(value, size, asked));
      bytes += size;
    }
    return gone;
  }

  long bytes() {
    return bytes;
  }

  int size() {
    return kept.size();
  }
}
