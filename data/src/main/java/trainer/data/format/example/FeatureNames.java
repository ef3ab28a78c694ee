package trainer.data.format.example;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import trainer.core.feature.XxHash64;

/**
 * Finds the values of features by the bytes of their names. Records of one writer have their
 * features in the same order, so the feature behind the last one is tried first. Confined to one
 * thread.
 */
final class FeatureNames {
  /** Names beyond these are not kept: those of damaged records have no end. */
  private static final int MOST = 1 << 13;

  private static final int SLOTS = 4 * MOST;

  /** A name that was met, the value of its feature if the job uses it, and the name behind it. */
  private static final class Known {
    private final byte[] name;
    private final FeatureValue value;
    private Known next;

    Known(byte[] name, FeatureValue value) {
      this.name = name;
      this.value = value;
    }

    boolean is(byte[] bytes, int from, int to) {
      return Arrays.equals(bytes, from, to, name, 0, name.length);
    }
  }

  private final Map<String, FeatureValue> used;
  private final Known[] slots = new Known[SLOTS];
  private final Known first = new Known(new byte[0], null);
  private Known last = first;
  private int count;

  /**
   * @param used the values that are wanted, by the names of their features
   */
  FeatureNames(Map<String, FeatureValue> used) {
    this.used = Map.copyOf(used);
  }

  /** Begins a record. */
  void begin() {
    last = first;
  }

  /** The value of the feature whose name is {@code bytes[from .. to-1]}; null if it is not used. */
  FeatureValue find(byte[] bytes, int from, int to) {
    Known known = last.next;
    if (known == null || !known.is(bytes, from, to)) {
      known = search(bytes, from, to);
      last.next = known;
    }
    last = known;
    return known.value;
  }

  private Known search(byte[] bytes, int from, int to) {
    int slot = (int) XxHash64.hash(bytes, from, to, 0) & (SLOTS - 1);
    while (slots[slot] != null) {
      if (slots[slot].is(bytes, from, to)) {
        return slots[slot];
      }
      slot = (slot + 1) & (SLOTS - 1);
    }
    byte[] name = Arrays.copyOfRange(bytes, from, to);
    Known fresh = new Known(name, used.get(new String(name, StandardCharsets.UTF_8)));
    if (count < MOST) {
      count++;
      slots[slot] = fresh;
    }
    return fresh;
  }
}
