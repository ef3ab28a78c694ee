package trainer.learning.block;

import java.util.Arrays;
import trainer.core.table.Partitions;

/**
 * The rows of one table that a block names. They are distinct keys by local row, in the order of
 * key lists (by partition, then ascending as unsigned numbers). For a dense table they are all
 * rows, and the local rows are the keys.
 *
 * @param keys null if all rows are named
 * @param count the number of rows
 * @param ends for each partition the end of its keys; null if all rows are named
 */
public record NamedRows(long[] keys, int count, int[] ends) {
  /** The rows of a list of keys in any order. */
  public static NamedRows of(int table, long... keys) {
    KeySort sort = new KeySort();
    sort.sort(table, keys, keys.length);
    return of(sort, keys.length);
  }

  /** The rows of the keys that were sorted last. */
  static NamedRows of(KeySort sort, int count) {
    int[] ends = sort.partitionCounts().clone();
    for (int partition = 1; partition < ends.length; partition++) {
      ends[partition] += ends[partition - 1];
    }
    return new NamedRows(Arrays.copyOf(sort.keys(), count), count, ends);
  }

  /** All rows of a dense table. */
  public static NamedRows whole(int rows) {
    return new NamedRows(null, rows, null);
  }

  /** No rows. */
  static NamedRows none() {
    return new NamedRows(new long[0], 0, new int[Partitions.COUNT]);
  }

  public boolean isWhole() {
    return keys == null;
  }

  /** The key of a local row. */
  public long key(int row) {
    return keys == null ? row : keys[row];
  }

  /** The position of a partition's first key. */
  public int start(int partition) {
    return partition == 0 ? 0 : ends[partition - 1];
  }

  long bytes() {
    return 48 + (keys == null ? 0 : 8L * keys.length + 4L * ends.length);
  }
}
