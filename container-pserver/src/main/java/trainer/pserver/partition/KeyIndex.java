package trainer.pserver.partition;

import java.util.Arrays;
import trainer.core.table.Partitions;

/**
 * Numbers the keys of one slice from 0, in the order they come; a number never changes. Open
 * addressing with linear probing over row numbers, so that the keys are stored once.
 */
final class KeyIndex {
  /** The row of a key that has none. */
  static final int ABSENT = -1;

  private static final int MIN_SLOTS = 16;

  private long[] keys = new long[MIN_SLOTS / 2];

  /** Row + 1, or 0 for an empty slot. At most half of the slots are taken. */
  private int[] slots = new int[MIN_SLOTS];

  private int size;

  int size() {
    return size;
  }

  long key(int row) {
    return keys[row];
  }

  /** The row of {@code key}, or {@link #ABSENT}. */
  int find(long key) {
    int mask = slots.length - 1;
    for (int slot = home(key) & mask; ; slot = (slot + 1) & mask) {
      int row = slots[slot] - 1;
      if (row < 0 || keys[row] == key) {
        return row;
      }
    }
  }

  /** The row of {@code key}, which gets the next number if it has none. */
  int findOrAdd(long key) {
    int mask = slots.length - 1;
    int slot = home(key) & mask;
    while (true) {
      int row = slots[slot] - 1;
      if (row < 0) {
        return add(key, slot);
      }
      if (keys[row] == key) {
        return row;
      }
      slot = (slot + 1) & mask;
    }
  }

  /** All keys, ascending as unsigned numbers. */
  long[] sortedKeys() {
    long[] sorted = Arrays.copyOf(keys, size);
    flipSigns(sorted);
    Arrays.sort(sorted);
    flipSigns(sorted);
    return sorted;
  }

  private int add(long key, int slot) {
    int row = size;
    if (row == keys.length) {
      grow();
      slot = freeSlot(key);
    }
    keys[row] = key;
    slots[slot] = row + 1;
    size = row + 1;
    return row;
  }

  private void grow() {
    keys = Arrays.copyOf(keys, Math.multiplyExact(keys.length, 2));
    slots = new int[Math.multiplyExact(slots.length, 2)];
    for (int row = 0; row < size; row++) {
      slots[freeSlot(keys[row])] = row + 1;
    }
  }

  private int freeSlot(long key) {
    int mask = slots.length - 1;
    int slot = home(key) & mask;
    while (slots[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Independent of {@link Partitions#of}, which gave all keys here the same five bits. */
  private static int home(long key) {
    return (int) Partitions.mix(key);
  }

  private static void flipSigns(long[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] ^= Long.MIN_VALUE;
    }
  }
}
