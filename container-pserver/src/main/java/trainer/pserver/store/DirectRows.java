package trainer.pserver.store;

import java.util.Arrays;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;

/**
 * The rows of a sparse table's small keys, by the key: one access of memory, and lists name keys in
 * ascending order, where {@link KeyIndex} needs two that nothing foretells. It is there for speed
 * only, and where there is room: it takes 4 MB, or up to 32 bytes for each row. Of a slice that it
 * has {@linkplain #learn learnt} it knows every small key, so that one which is absent here has no
 * row.
 *
 * <p>Each loop is a method of its own: it is compiled when it is hot, alone, and not with all that
 * is done around it.
 */
final class DirectRows {
  /** So many keys have a place wherever there is room for it, 4 MB. */
  private static final int FEW = 1 << 20;

  /** Of more keys, how many there may be for each row. */
  private static final int KEYS_A_ROW = 8;

  private static final int MOST = 1 << 26;

  /** The rows of so many keys stay in a core's cache while they are looked at. */
  private static final int NEAR = 1 << 16;

  /** So many keys of a segment make a run worth its while. */
  private static final int WORTH = 8;

  private final MemoryBudget room;

  /** Row + 1; 0 where there is none. */
  private int[] rows = new int[0];

  /** Whose rows they are, by partition. */
  private final TableShard[] of = new TableShard[Partitions.COUNT];

  /** The rows of those before this one are known, by partition. */
  private final int[] known = new int[Partitions.COUNT];

  /** By segment: the key to be looked up next, and the end of the small ones. */
  private int[] next = new int[0];

  private int[] ends = new int[0];
  private long[] missing = new long[0];
  private int[] places = new int[0];

  DirectRows(MemoryBudget room) {
    this.room = room;
  }

  /**
   * The rows of a table's keys, reserved where they were absent.
   *
   * @param keys of the table, those of the segments from {@code from} to before {@code end}
   * @param slices by segment; of a segment without one nothing is done
   * @param target gets each key's row in the key's place
   * @param held rows that the lane has of this table
   * @return false if there is no room for those that were absent
   */
  boolean reserve(KeyList keys, int from, int end, TableShard[] slices, int[] target, long held) {
    for (int s = from; s < end; s++) {
      if (slices[s] != null) {
        int partition = keys.partitions()[s];
        forget(partition, slices[s]);
        of[partition] = slices[s];
        makeRoom(keys.keys()[keys.starts()[s + 1] - 1], held);
      }
    }
    ends = ends.length < end ? new int[end] : ends;
    next = next.length < end ? new int[end] : next;
    for (int s = from; s < end; s++) {
      next[s] = keys.starts()[s];
      ends[s] = next[s];
      if (slices[s] != null) {
        learn(slices[s], keys.partitions()[s]);
        ends[s] += small(keys.keys(), next[s], keys.count(s));
      }
    }
    look(keys, from, end, target);
    if (!hasRoom(keys, from, end, slices, target)) {
      return false;
    }
    for (int s = from; s < end; s++) {
      if (slices[s] != null && !place(keys, s, slices[s], target)) {
        return false;
      }
    }
    return true;
  }

  /** Takes the room for the small keys that are absent, all at once: to ask costs a microsecond. */
  private boolean hasRoom(KeyList keys, int from, int end, TableShard[] slices, int[] target) {
    long bytes = 0;
    for (int s = from; s < end; s++) {
      if (slices[s] != null) {
        bytes += count(target, keys.starts()[s], ends[s]) * slices[s].rowBytes();
      }
    }
    if (bytes == 0) {
      return true;
    }
    if (!room.has(bytes)) {
      return false;
    }
    room.take(bytes);
    return true;
  }

  /** How many rows are absent. */
  private static int count(int[] target, int from, int end) {
    int absent = 0;
    for (int i = from; i < end; i++) {
      absent -= target[i] >> 31;
    }
    return absent;
  }

  /** What is known of a partition is forgotten, unless it is of its present slice. */
  void forget(int partition, TableShard present) {
    TableShard gone = of[partition];
    if (gone == null || gone == present) {
      return;
    }
    for (int row = 0; row < gone.rows(); row++) {
      long key = gone.key(row);
      if (isSmall(key)) {
        rows[(int) key] = 0;
      }
    }
    of[partition] = null;
    known[partition] = 0;
  }

  /** How much memory it takes. */
  long bytes() {
    return (long) Integer.BYTES * rows.length;
  }

  /**
   * Looks the small keys of all segments up, a run of keys after the other: each segment goes over
   * all of memory in small steps, and what the first of them fetches serves the others.
   */
  private void look(KeyList keys, int from, int end, int[] target) {
    long most = 1 + (keys.starts()[end] - keys.starts()[from]) / ((long) WORTH * (end - from));
    long span = Math.max(NEAR, rows.length / most);
    for (long bound = span; bound - span < rows.length; bound += span) {
      for (int s = from; s < end; s++) {
        next[s] = look(keys.keys(), next[s], ends[s], bound, target);
      }
    }
  }

  /** Returns where the first key stands that is not below the bound. */
  private int look(long[] keys, int from, int end, long bound, int[] target) {
    int i = from;
    while (i < end && keys[i] < bound) {
      target[i] = rows[(int) keys[i]] - 1;
      i++;
    }
    return i;
  }

  /** Gives rows to the keys of a segment that have none. */
  private boolean place(KeyList keys, int segment, TableShard slice, int[] target) {
    int from = keys.starts()[segment];
    int large = keys.starts()[segment + 1] - ends[segment];
    int absent = absent(target, from, ends[segment]);
    gather(keys.keys(), absent);
    int first = slice.rows();
    slice.append(missing, absent);
    number(target, absent, first);
    learn(slice, keys.partitions()[segment]);
    return large == 0 || slice.reserve(room, keys.keys(), ends[segment], large, target);
  }

  /** Without a branch, which nothing would foretell: half of the keys of a first epoch are new. */
  private int absent(int[] target, int from, int end) {
    if (places.length < end - from) {
      missing = new long[end - from];
      places = new int[end - from];
    }
    int absent = 0;
    for (int i = from; i < end; i++) {
      places[absent] = i;
      absent -= target[i] >> 31;
    }
    return absent;
  }

  private void gather(long[] keys, int absent) {
    for (int i = 0; i < absent; i++) {
      missing[i] = keys[places[i]];
    }
  }

  private void number(int[] target, int absent, int first) {
    for (int i = 0; i < absent; i++) {
      target[places[i]] = first + i;
    }
  }

  /** Takes in the rows that the slice has got since. */
  private void learn(TableShard slice, int partition) {
    int end = slice.rows();
    for (int row = known[partition]; row < end; row++) {
      long key = slice.key(row);
      if (isSmall(key)) {
        rows[(int) key] = row + 1;
      }
    }
    known[partition] = end;
  }

  /** How many of the keys are small: the first ones. */
  private int small(long[] keys, int from, int count) {
    int small = count;
    while (small > 0 && !isSmall(keys[from + small - 1])) {
      small--;
    }
    return small;
  }

  private boolean isSmall(long key) {
    return key >= 0 && key < rows.length;
  }

  /** Has a place for the largest key, if it is not too large. */
  private void makeRoom(long largest, long held) {
    long most = Math.min(MOST, Math.max(FEW, KEYS_A_ROW * held));
    if (largest < rows.length || largest < 0 || largest >= most) {
      return;
    }
    int size = (int) Math.min(most, Math.max(1 << 10, 2 * Long.highestOneBit(largest)));
    long bytes = (long) Integer.BYTES * size - bytes();
    if (room.has(bytes)) {
      room.take(bytes);
      rows = new int[0]; // both at once would take more than that
      rows = new int[size];
      Arrays.fill(known, 0);
    }
  }
}
