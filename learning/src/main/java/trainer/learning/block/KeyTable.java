package trainer.learning.block;

import java.util.Arrays;

/**
 * Numbers distinct 64-bit keys from 0 in order of first appearance. Open addressing with linear
 * probing at a load of at most one half. Key and number are adjacent, so that a look-up costs one
 * cache miss. A stamp empties the table in constant time for the next block.
 *
 * <p>Confined to one thread.
 */
public final class KeyTable {
  private static final long SPREAD = 0x9E3779B97F4A7C15L;
  private static final int FIRST_CAPACITY = 1 << 10;
  private static final int MOST_KEYS = 1 << 28;

  /** Slot i: the key at 2i, {@code stamp << 32 | number} at 2i + 1. */
  private long[] slots = new long[2 * FIRST_CAPACITY];

  private long[] distinct = new long[FIRST_CAPACITY / 2];
  private int shift = Long.SIZE - Integer.numberOfTrailingZeros(FIRST_CAPACITY);
  private int mask = FIRST_CAPACITY - 1;
  private int stamp = 1;
  private int size;

  /** Removes all keys. */
  public void clear() {
    size = 0;
    if (++stamp == Integer.MAX_VALUE) {
      Arrays.fill(slots, 0);
      stamp = 1;
    }
  }

  /** The number of distinct keys. */
  public int size() {
    return size;
  }

  /** The keys in order of first appearance: the table's own array, longer than {@link #size}. */
  public long[] keys() {
    return distinct;
  }

  /** The number of {@code key}, which is added if it is new. */
  public int number(long key) {
    int slot = (int) ((key * SPREAD) >>> shift);
    while (true) {
      long entry = slots[2 * slot + 1];
      if ((int) (entry >>> 32) != stamp) {
        return add(slot, key);
      }
      if (slots[2 * slot] == key) {
        return (int) entry;
      }
      slot = (slot + 1) & mask;
    }
  }

  /**
   * The number of {@code key}, or −1 if it is absent. Any number of threads, while no key is added.
   */
  public int find(long key) {
    int slot = (int) ((key * SPREAD) >>> shift);
    while (true) {
      long entry = slots[2 * slot + 1];
      if ((int) (entry >>> 32) != stamp) {
        return -1;
      }
      if (slots[2 * slot] == key) {
        return (int) entry;
      }
      slot = (slot + 1) & mask;
    }
  }

  private int add(int slot, long key) {
    if (size == distinct.length) {
      grow();
      return number(key);
    }
    slots[2 * slot] = key;
    slots[2 * slot + 1] = ((long) stamp << 32) | size;
    distinct[size] = key;
    return size++;
  }

  private void grow() {
    if (size >= MOST_KEYS) {
      throw new IllegalStateException("more than " + MOST_KEYS + " keys in one share");
    }
    int capacity = 2 * (mask + 1);
    slots = new long[2 * capacity];
    distinct = Arrays.copyOf(distinct, capacity / 2);
    mask = capacity - 1;
    shift--;
    stamp = 1;
    int count = size;
    size = 0;
    for (int i = 0; i < count; i++) {
      number(distinct[i]);
    }
  }
}
