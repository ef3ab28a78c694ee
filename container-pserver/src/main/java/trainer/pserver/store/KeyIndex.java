package trainer.pserver.store;

import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;

/** The mapping between the keys and the row numbers of a shard. */
public sealed interface KeyIndex permits SparseKeyIndex, DenseKeyIndex {
  /** The result for a key without a row. */
  int ABSENT = -1;

  int size();

  /** The row of {@code key}, or {@link #ABSENT}. */
  int find(long key);

  /** The key of a row. */
  long key(int row);

  /** The keys of {@code rows[from .. from+count-1]}; null: of the rows from {@code from} on. */
  default void keys(int[] rows, int from, int count, long[] target) {
    for (int i = 0; i < count; i++) {
      target[i] = key(rows == null ? from + i : rows[from + i]);
    }
  }

  /** Whether a row number is released and waits for another key. */
  default boolean isFree(int row) {
    return false;
  }

  /** All rows that have a key, by their keys ascending as unsigned numbers. */
  default int[] sortedRows() {
    long[] keys = new long[size()];
    int[] rows = new int[keys.length];
    int count = 0;
    for (int row = 0; row < keys.length; row++) {
      keys[row] = key(row) ^ Long.MIN_VALUE;
      if (!isFree(row)) {
        rows[count++] = row;
      }
    }
    int[] sorted = count == rows.length ? rows : Arrays.copyOf(rows, count);
    LongArrays.radixSortIndirect(sorted, keys, false);
    return sorted;
  }
}
