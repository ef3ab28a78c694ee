package trainer.pserver.partition;

import java.util.Arrays;

/** Which key has which row of a slice. */
sealed interface Numbering permits KeyIndex, KeyRun {
  /** The row of a key that has none. */
  int ABSENT = -1;

  int size();

  /** The row of {@code key}, or {@link #ABSENT}. */
  int find(long key);

  /** The key of a row. */
  long key(int row);

  /** All keys, ascending as unsigned numbers. */
  default long[] sortedKeys() {
    long[] sorted = new long[size()];
    for (int row = 0; row < sorted.length; row++) {
      sorted[row] = key(row) ^ Long.MIN_VALUE;
    }
    Arrays.sort(sorted);
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] ^= Long.MIN_VALUE;
    }
    return sorted;
  }
}
