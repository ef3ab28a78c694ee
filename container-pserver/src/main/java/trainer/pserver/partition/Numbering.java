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

  /** Whether a row number is given up, and waits for another key. */
  default boolean isFree(int row) {
    return false;
  }

  /** All keys, ascending as unsigned numbers. */
  default long[] sortedKeys() {
    long[] sorted = new long[size()];
    int count = 0;
    for (int row = 0; row < sorted.length; row++) {
      if (!isFree(row)) {
        sorted[count++] = key(row) ^ Long.MIN_VALUE;
      }
    }
    sorted = Arrays.copyOf(sorted, count);
    Arrays.sort(sorted);
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] ^= Long.MIN_VALUE;
    }
    return sorted;
  }
}
