package trainer.pserver.partition;

import java.util.Arrays;
import trainer.core.table.Partitions;

/**
 * Numbers the keys of one slice from 0, in the order they come; a number never changes. Open
 * addressing with linear probing.
 *
 * <p>Keys and rows stand in two arrays at the same slot: the two cache misses of a look-up do not
 * wait for each other, nor a look-up for the one before it.
 */
final class KeyIndex implements Numbering {
  private static final int FIRST_SLOTS = 16;

  private long[] keys = new long[FIRST_SLOTS];

  /** Row + 1, or 0 for an empty slot. At most two thirds of the slots are taken. */
  private int[] rows = new int[FIRST_SLOTS];

  private int size;

  @Override
  public int size() {
    return size;
  }

  @Override
  public int find(long key) {
    return rows[slot(key)] - 1;
  }

  /** The row of {@code key}, which gets the next number if it has none. */
  int findOrAdd(long key) {
    int slot = slot(key);
    int row = rows[slot] - 1;
    return row >= 0 ? row : add(key, slot);
  }

  @Override
  public void forEach(Visitor visitor) {
    for (int slot = 0; slot < rows.length; slot++) {
      if (rows[slot] != 0) {
        visitor.row(keys[slot], rows[slot] - 1);
      }
    }
  }

  @Override
  public long[] keysByRow() {
    long[] byRow = new long[size];
    forEach((key, row) -> byRow[row] = key);
    return byRow;
  }

  @Override
  public long[] sortedKeys() {
    long[] sorted = new long[size];
    forEach((key, row) -> sorted[row] = key ^ Long.MIN_VALUE);
    Arrays.sort(sorted);
    for (int i = 0; i < size; i++) {
      sorted[i] ^= Long.MIN_VALUE;
    }
    return sorted;
  }

  /** Where the key is, or where it would be put. */
  private int slot(long key) {
    int mask = keys.length - 1;
    int slot = home(key) & mask;
    while (keys[slot] != key && rows[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private int add(long key, int slot) {
    if (size >= keys.length / 3 * 2) {
      grow();
      return add(key, slot(key));
    }
    keys[slot] = key;
    rows[slot] = ++size;
    return size - 1;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldRows = rows;
    keys = new long[Math.multiplyExact(oldKeys.length, 2)];
    rows = new int[keys.length];
    for (int old = 0; old < oldRows.length; old++) {
      if (oldRows[old] != 0) {
        int slot = slot(oldKeys[old]);
        keys[slot] = oldKeys[old];
        rows[slot] = oldRows[old];
      }
    }
  }

  /** Independent of {@link Partitions#of}, which gave all keys here the same five bits. */
  private static int home(long key) {
    return (int) Partitions.mix(key);
  }
}
