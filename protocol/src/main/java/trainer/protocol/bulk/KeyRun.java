package trainer.protocol.bulk;

import java.util.Arrays;
import trainer.core.table.KeyList;

/**
 * The keys of a table's segments in one ascending run: a least significant digit radix sort over
 * the digits in which they differ.
 */
final class KeyRun {
  private static final int DIGIT_BITS = 11;
  private static final int DIGITS = 1 << DIGIT_BITS;

  /** With fewer keys, counting digits would cost more than comparing keys. */
  private static final int FEW = 100;

  private final int[] counts = new int[DIGITS];
  private long[] keys = new long[0];
  private long[] other = new long[0];

  /** The keys in one run, in an array that may be longer and is reused. */
  long[] merge(KeyList list, int fromSegment, int endSegment) {
    int start = list.starts()[fromSegment];
    int size = list.starts()[endSegment] - start;
    if (keys.length < size) {
      keys = new long[size];
      other = new long[size];
    }
    System.arraycopy(list.keys(), start, keys, 0, size);
    if (endSegment - fromSegment == 1) {
      return keys;
    }
    if (size < FEW) {
      sortFew(size);
      return keys;
    }
    long differing = 0;
    for (int i = 1; i < size; i++) {
      differing |= keys[i] ^ keys[0];
    }
    for (int low = 0; low < Long.SIZE; low += DIGIT_BITS) {
      if ((differing >>> low & (DIGITS - 1)) != 0) {
        byDigit(low, size);
      }
    }
    return keys;
  }

  private void sortFew(int size) {
    for (int i = 0; i < size; i++) {
      keys[i] += Long.MIN_VALUE; // the sort compares signed numbers
    }
    Arrays.sort(keys, 0, size);
    for (int i = 0; i < size; i++) {
      keys[i] += Long.MIN_VALUE;
    }
  }

  private void byDigit(int low, int size) {
    Arrays.fill(counts, 0);
    for (int i = 0; i < size; i++) {
      counts[(int) (keys[i] >>> low) & (DIGITS - 1)]++;
    }
    int sum = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
      int count = counts[digit];
      counts[digit] = sum;
      sum += count;
    }
    for (int i = 0; i < size; i++) {
      other[counts[(int) (keys[i] >>> low) & (DIGITS - 1)]++] = keys[i];
    }
    long[] sorted = other;
    other = keys;
    keys = sorted;
  }
}
