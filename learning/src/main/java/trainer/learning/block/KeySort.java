package trainer.learning.block;

import java.util.Arrays;
import trainer.core.table.Partitions;

/**
 * Sorts distinct keys of one table by (partition, key unsigned). It is a least significant digit
 * radix sort over the digits in which the keys differ, and a last pass over the partition. A few
 * keys are sorted by insertion. The arrays are reused. Confined to one thread.
 */
final class KeySort {
  private static final int DIGIT_BITS = 11;
  private static final int DIGITS = 1 << DIGIT_BITS;
  private static final int FEW = 40;

  private final int[] counts = new int[DIGITS];
  private final int[] partitionCounts = new int[Partitions.COUNT];
  private long[] keys = new long[0];
  private long[] otherKeys = new long[0];
  private int[] numbers = new int[0];
  private int[] otherNumbers = new int[0];
  private byte[] partitions = new byte[0];

  /** Sorts {@code input[0 .. size-1]}; the results below are valid until the next call. */
  void sort(int table, long[] input, int size) {
    ensure(size);
    System.arraycopy(input, 0, keys, 0, size);
    Arrays.fill(partitionCounts, 0);
    for (int i = 0; i < size; i++) {
      numbers[i] = i;
      int partition = Partitions.of(table, input[i]);
      partitions[i] = (byte) partition;
      partitionCounts[partition]++;
    }
    if (size <= FEW) {
      insert(size);
    } else {
      radix(size);
      byPartition(size);
    }
  }

  /** The sorted keys. */
  long[] keys() {
    return keys;
  }

  /** The position in the input of each sorted key. */
  int[] numbers() {
    return numbers;
  }

  /** The number of keys in each partition. */
  int[] partitionCounts() {
    return partitionCounts;
  }

  private void insert(int size) {
    for (int i = 1; i < size; i++) {
      long key = keys[i];
      int number = numbers[i];
      int at = i;
      while (at > 0 && isLess(number, key, numbers[at - 1], keys[at - 1])) {
        keys[at] = keys[at - 1];
        numbers[at] = numbers[at - 1];
        at--;
      }
      keys[at] = key;
      numbers[at] = number;
    }
  }

  private boolean isLess(int number, long key, int otherNumber, long otherKey) {
    int byPartition = Byte.compare(partitions[number], partitions[otherNumber]);
    return byPartition < 0 || (byPartition == 0 && Long.compareUnsigned(key, otherKey) < 0);
  }

  private void radix(int size) {
    long differing = 0;
    for (int i = 1; i < size; i++) {
      differing |= keys[i] ^ keys[0];
    }
    for (int low = 0; low < Long.SIZE; low += DIGIT_BITS) {
      if ((differing >>> low & (DIGITS - 1)) != 0) {
        byDigit(low, size);
      }
    }
  }

  private void byDigit(int low, int size) {
    Arrays.fill(counts, 0);
    for (int i = 0; i < size; i++) {
      counts[(int) (keys[i] >>> low) & (DIGITS - 1)]++;
    }
    toStarts(counts);
    for (int i = 0; i < size; i++) {
      int to = counts[(int) (keys[i] >>> low) & (DIGITS - 1)]++;
      otherKeys[to] = keys[i];
      otherNumbers[to] = numbers[i];
    }
    swap();
  }

  private void byPartition(int size) {
    int[] starts = partitionCounts.clone();
    toStarts(starts);
    for (int i = 0; i < size; i++) {
      int to = starts[partitions[numbers[i]]]++;
      otherKeys[to] = keys[i];
      otherNumbers[to] = numbers[i];
    }
    swap();
  }

  private static void toStarts(int[] counts) {
    int sum = 0;
    for (int i = 0; i < counts.length; i++) {
      int count = counts[i];
      counts[i] = sum;
      sum += count;
    }
  }

  private void swap() {
    long[] sortedKeys = otherKeys;
    otherKeys = keys;
    keys = sortedKeys;
    int[] sortedNumbers = otherNumbers;
    otherNumbers = numbers;
    numbers = sortedNumbers;
  }

  private void ensure(int size) {
    if (keys.length < size) {
      int capacity = Math.max(size, 2 * keys.length);
      keys = new long[capacity];
      otherKeys = new long[capacity];
      numbers = new int[capacity];
      otherNumbers = new int[capacity];
      partitions = new byte[capacity];
    }
  }
}
