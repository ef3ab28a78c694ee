package trainer.pserver.store;

import java.util.Arrays;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;

/**
 * A direct-mapped index of the rows of a sparse table's small keys: an array by key.
 *
 * <p>A lookup costs one memory access, in ascending order because lists name keys in ascending
 * order. {@link SparseKeyIndex} needs two accesses that the processor cannot predict. This index
 * only saves time, and exists only where there is room: it takes 4 MB, or up to 32 bytes for each
 * row. It contains every small key of a shard that it has {@linkplain #learn learned}, so a small
 * key that is absent here has no row.
 *
 * <p>Each loop is a method of its own, so that it is compiled alone and not with the code around
 * it.
 */
final class DirectRows {
  /** The keys that have an entry wherever there is room for it: 4 MB. */
  private static final int FEW = 1 << 20;

  /** The most keys beyond {@link #FEW}, for each row held. */
  private static final int KEYS_A_ROW = 8;

  private static final int MOST = 1 << 26;

  /** The number of keys whose entries stay in a core's cache while they are read. */
  private static final int NEAR = 1 << 16;

  /** The keys of a segment that make a run worthwhile. */
  private static final int WORTH = 8;

  private final MemoryBudget room;

  /** Row + 1; 0 for no row. */
  private int[] rows = new int[0];

  /** The shard whose rows the entries are, by partition. */
  private final TableShard[] of = new TableShard[Partitions.COUNT];

  /** The number of the shard's rows that are learned, by partition. */
  private final int[] known = new int[Partitions.COUNT];

  /** By segment: the next key to look up, and the end of the small ones. */
  private int[] next = new int[0];

  private int[] ends = new int[0];
  private long[] missing = new long[0];
  private int[] places = new int[0];

  DirectRows(MemoryBudget room) {
    this.room = room;
  }

  /**
   * Finds the rows of a table's keys, and reserves those that were absent.
   *
   * @param keys of the table, those of the segments from {@code from} to before {@code end}
   * @param shards by segment; a segment without a shard is skipped
   * @param target gets each key's row in the key's place
   * @param held the rows that the lane has of this table
   * @return false if there is no room for those that were absent
   */
  boolean reserve(KeyList keys, int from, int end, TableShard[] shards, int[] target, long held) {
    findSmall(keys, from, end, shards, target, held);
    if (!hasRoom(keys, from, end, shards, target)) {
      return false;
    }
    for (int s = from; s < end; s++) {
      if (shards[s] != null && !place(keys, s, shards[s], target)) {
        return false;
      }
    }
    return true;
  }

  /** Finds the rows of a table's keys; parameters as in {@link #reserve}. */
  void find(KeyList keys, int from, int end, TableShard[] shards, int[] target, long held) {
    findSmall(keys, from, end, shards, target, held);
    for (int s = from; s < end; s++) {
      int large = keys.starts()[s + 1] - ends[s];
      if (shards[s] != null && large > 0) {
        shards[s].find(keys.keys(), ends[s], large, target);
      }
    }
  }

  /** Finds the rows of small keys, and sets {@link #ends}. */
  private void findSmall(
      KeyList keys, int from, int end, TableShard[] shards, int[] target, long held) {
    for (int s = from; s < end; s++) {
      if (shards[s] != null) {
        int partition = keys.partitions()[s];
        forget(partition, shards[s]);
        of[partition] = shards[s];
        makeRoom(keys.keys()[keys.starts()[s + 1] - 1], held);
      }
    }
    ends = ends.length < end ? new int[end] : ends;
    next = next.length < end ? new int[end] : next;
    for (int s = from; s < end; s++) {
      next[s] = keys.starts()[s];
      ends[s] = next[s];
      if (shards[s] != null) {
        learn(shards[s], keys.partitions()[s]);
        ends[s] += small(keys.keys(), next[s], keys.count(s));
      }
    }
    lookUp(keys, from, end, target);
  }

  /**
   * Takes the room for all absent small keys at once, because a request to the budget costs a
   * microsecond.
   */
  private boolean hasRoom(KeyList keys, int from, int end, TableShard[] shards, int[] target) {
    long bytes = 0;
    for (int s = from; s < end; s++) {
      if (shards[s] != null) {
        bytes += count(target, keys.starts()[s], ends[s]) * shards[s].rowBytes();
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

  /** The number of absent rows. */
  private static int count(int[] target, int from, int end) {
    int absent = 0;
    for (int i = from; i < end; i++) {
      absent -= target[i] >> 31;
    }
    return absent;
  }

  /** Forgets a partition, unless the entries are of its present shard. */
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

  /** The memory of the index. */
  long bytes() {
    return (long) Integer.BYTES * rows.length;
  }

  /**
   * Looks up the small keys of all segments, run by run. Each segment walks all of memory in small
   * steps, so the entries that the first segment fetches serve the others.
   */
  private void lookUp(KeyList keys, int from, int end, int[] target) {
    long most = 1 + (keys.starts()[end] - keys.starts()[from]) / ((long) WORTH * (end - from));
    long span = Math.max(NEAR, rows.length / most);
    for (long bound = span; bound - span < rows.length; bound += span) {
      for (int s = from; s < end; s++) {
        next[s] = lookUp(keys.keys(), next[s], ends[s], bound, target);
      }
    }
  }

  /** Looks keys up and returns the position of the first key that is not below the bound. */
  private int lookUp(long[] keys, int from, int end, long bound, int[] target) {
    int i = from;
    while (i < end && keys[i] < bound) {
      target[i] = rows[(int) keys[i]] - 1;
      i++;
    }
    return i;
  }

  /** Gives rows to the keys of a segment that have none. */
  private boolean place(KeyList keys, int segment, TableShard shard, int[] target) {
    int from = keys.starts()[segment];
    int large = keys.starts()[segment + 1] - ends[segment];
    int absent = absent(target, from, ends[segment]);
    gather(keys.keys(), absent);
    int first = shard.rows();
    shard.append(missing, absent);
    number(target, absent, first);
    learn(shard, keys.partitions()[segment]);
    return large == 0 || shard.reserve(room, keys.keys(), ends[segment], large, target);
  }

  /**
   * Finds absent rows without a branch, which would be mispredicted: half of the keys of a first
   * epoch are new.
   */
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

  /** Learns the rows that the shard has added since. */
  private void learn(TableShard shard, int partition) {
    int end = shard.rows();
    for (int row = known[partition]; row < end; row++) {
      long key = shard.key(row);
      if (isSmall(key)) {
        rows[(int) key] = row + 1;
      }
    }
    known[partition] = end;
  }

  /** The number of small keys, which come first. */
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

  /** Grows to have an entry for the largest key, if that is not too large. */
  private void makeRoom(long largest, long held) {
    long most = Math.min(MOST, Math.max(FEW, KEYS_A_ROW * held));
    if (largest < rows.length || largest < 0 || largest >= most) {
      return;
    }
    int size = (int) Math.min(most, Math.max(1 << 10, 2 * Long.highestOneBit(largest)));
    long bytes = (long) Integer.BYTES * size - bytes();
    if (room.has(bytes)) {
      room.take(bytes);
      rows = new int[0]; // the old array and the new one together would exceed the budget
      rows = new int[size];
      Arrays.fill(known, 0);
    }
  }
}
