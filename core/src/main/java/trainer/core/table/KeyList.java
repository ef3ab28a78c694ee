package trainer.core.table;

/**
 * The keys that some work touches, in the one order that pulls, values and pushes follow: segments
 * by table, then partition, ascending. Within a segment keys ascend as unsigned numbers, each once.
 *
 * <p>Segment i is table {@code tables[i]}, partition {@code partitions[i]} and the keys {@code
 * starts[i] .. starts[i+1]-1}; or, of a dense table, all rows that the partition has, which are not
 * listed. The arrays are shared, never copied: treat them as read-only.
 *
 * @param tables positions of the segments' tables in the job's list
 * @param partitions the segments' partitions
 * @param starts segments + 1 offsets into {@code keys}
 * @param keys the keys that are listed
 * @param whole for each segment 0 if its keys are listed, else how many rows the partition has
 */
public record KeyList(int[] tables, int[] partitions, int[] starts, long[] keys, int[] whole) {
  /** Nothing. */
  public static final KeyList EMPTY = new KeyList(new int[0], new int[0], new int[1], new long[0]);

  /** A list of sparse tables alone. */
  public KeyList(int[] tables, int[] partitions, int[] starts, long[] keys) {
    this(tables, partitions, starts, keys, new int[tables.length]);
  }

  /** How many segments there are. */
  public int segments() {
    return tables.length;
  }

  /** Whether a segment is all rows of a partition. */
  public boolean isWhole(int segment) {
    return whole[segment] > 0;
  }

  /** How many rows a segment has. */
  public int count(int segment) {
    return isWhole(segment) ? whole[segment] : starts[segment + 1] - starts[segment];
  }
}
