package trainer.pserver.partition;

import java.util.Arrays;
import trainer.core.table.Partitions;

/**
 * The rows of a sparse table's small keys, by the key: one access of memory, and lists name keys in
 * ascending order, where {@link KeyIndex} needs two that nothing foretells. It is there for speed
 * only, holds what was looked up before, and stays small beside the rows.
 */
final class DirectRows {
  /** So many keys have a place wherever there is room for it, 4 MB. */
  private static final int FEW = 1 << 20;

  /** Of more keys, how many there may be for each row. */
  private static final int KEYS_A_ROW = 8;

  private static final int MOST = 1 << 26;

  private final Room room;

  /** Row + 1; 0 where that is not known. */
  private int[] rows = new int[0];

  /** Whose rows they are, by partition. */
  private final Slice[] of = new Slice[Partitions.COUNT];

  private long[] missing = new long[0];
  private int[] found = new int[0];
  private int[] places = new int[0];

  DirectRows(Room room) {
    this.room = room;
  }

  /**
   * The rows of keys of one partition, reserved where they were absent.
   *
   * @param keys ascending, from {@code from} on; their rows get the same places of {@code target}
   * @param known rows that the lane has of this table
   * @return false if there is no room for those that were absent
   */
  boolean reserve(
      Slice slice, int partition, long[] keys, int from, int count, int[] target, long known) {
    if (of[partition] != slice && of[partition] != null) {
      Arrays.fill(rows, 0);
      Arrays.fill(of, null);
    }
    of[partition] = slice;
    makeRoom(keys[from + count - 1], known);
    int unknown = find(keys, from, count, target);
    if (unknown == 0) {
      return true;
    }
    if (!slice.reserve(room, missing, 0, unknown, found)) {
      return false;
    }
    for (int i = 0; i < unknown; i++) {
      target[places[i]] = found[i];
      if (isSmall(missing[i])) {
        rows[(int) missing[i]] = found[i] + 1;
      }
    }
    return true;
  }

  private int find(long[] keys, int from, int count, int[] target) {
    if (missing.length < count) {
      missing = new long[count];
      found = new int[count];
      places = new int[count];
    }
    int unknown = 0;
    for (int i = from; i < from + count; i++) {
      long key = keys[i];
      int row = isSmall(key) ? rows[(int) key] : 0;
      target[i] = row - 1;
      if (row == 0) {
        missing[unknown] = key;
        places[unknown++] = i;
      }
    }
    return unknown;
  }

  private boolean isSmall(long key) {
    return key >= 0 && key < rows.length;
  }

  /** Has a place for the largest key, if it is not too large. */
  private void makeRoom(long largest, long known) {
    long most = Math.min(MOST, Math.max(FEW, KEYS_A_ROW * known));
    if (largest < rows.length || largest < 0 || largest >= most) {
      return;
    }
    int size = (int) Math.min(most, Math.max(1 << 10, 2 * Long.highestOneBit(largest)));
    long bytes = (long) Integer.BYTES * (size - rows.length);
    if (room.has(bytes)) {
      room.take(bytes);
      rows = Arrays.copyOf(rows, size);
    }
  }
}
