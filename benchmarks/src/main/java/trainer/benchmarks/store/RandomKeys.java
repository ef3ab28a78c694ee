package trainer.benchmarks.store;

import java.util.Arrays;
import trainer.core.random.SplitMix64;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;

/** Mini-batches of random 64-bit keys, as key lists of one sparse table. */
final class RandomKeys {
  private final SplitMix64 random;

  RandomKeys(long seed) {
    this.random = new SplitMix64(seed);
  }

  /** The next {@code count} keys. */
  KeyList next(int count) {
    long[] drawn = new long[count];
    for (int i = 0; i < count; i++) {
      drawn[i] = random.next();
    }
    return list(drawn);
  }

  /** A list of these keys. */
  static KeyList list(long... drawn) {
    int count = drawn.length;
    int[] starts = new int[Partitions.COUNT + 1];
    for (long key : drawn) {
      starts[Partitions.of(0, key) + 1]++;
    }
    int[] partitions = new int[Partitions.COUNT];
    for (int p = 0; p < Partitions.COUNT; p++) {
      partitions[p] = p;
      starts[p + 1] += starts[p];
    }
    int[] next = starts.clone();
    long[] keys = new long[count];
    for (long key : drawn) {
      keys[next[Partitions.of(0, key)]++] = key ^ Long.MIN_VALUE;
    }
    for (int p = 0; p < Partitions.COUNT; p++) {
      Arrays.sort(keys, starts[p], starts[p + 1]);
    }
    for (int i = 0; i < count; i++) {
      keys[i] ^= Long.MIN_VALUE;
    }
    return new KeyList(new int[Partitions.COUNT], partitions, starts, keys);
  }
}
