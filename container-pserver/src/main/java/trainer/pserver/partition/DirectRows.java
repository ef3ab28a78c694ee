package trainer.pserver.partition;

import java.util.Arrays;
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

  private final Room room;

  /** Row + 1; 0 where there is none. */
  private int[] rows = new int[0];

  /** Whose rows they are, by partition. */
  private final Slice[] of = new Slice[Partitions.COUNT];

  /** The rows of those before this one are known, by partition. */
  private final int[] known = new int[Partitions.COUNT];

  private long[] missing = new long[0];
  private int[] places = new int[0];

  DirectRows(Room room) {
    this.room = room;
  }

  /**
   * The rows of keys of one partition, reserved where they were absent.
   *
   * @param keys ascending, from {@code from} on; their rows get the same places of {@code target}
   * @param held rows that the lane has of this table
   * @return false if there is no room for those that were absent
   */
  boolean reserve(
      Slice slice, int partition, long[] keys, int from, int count, int[] target, long held) {
    forget(partition, slice);
    of[partition] = slice;
    makeRoom(keys[from + count - 1], held);
    learn(slice, partition);
    int small = small(keys, from, count);
    return find(slice, partition, keys, from, small, target)
        && (small == count || slice.reserve(room, keys, from + small, count - small, target));
  }

  /** What is known of a partition is forgotten, unless it is of its present slice. */
  void forget(int partition, Slice present) {
    Slice gone = of[partition];
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

  private boolean find(Slice slice, int partition, long[] keys, int from, int count, int[] target) {
    int absent = look(keys, from, count, target);
    gather(keys, absent);
    int first = slice.rows();
    if (!slice.append(room, missing, absent)) {
      return false;
    }
    number(target, absent, first);
    learn(slice, partition);
    return true;
  }

  /** Without a branch, which nothing would foretell: half of the keys of a first epoch are new. */
  private int look(long[] keys, int from, int count, int[] target) {
    if (places.length < count) {
      missing = new long[count];
      places = new int[count];
    }
    int absent = 0;
    for (int i = from; i < from + count; i++) {
      int row = rows[(int) keys[i]] - 1;
      target[i] = row;
      places[absent] = i;
      absent -= row >> 31;
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
  private void learn(Slice slice, int partition) {
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
