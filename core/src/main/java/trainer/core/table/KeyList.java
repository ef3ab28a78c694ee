package trainer.core.table;

/**
 * The keys that some work touches, in the one order that pulls, values and pushes follow: segments
 * by table, then partition, ascending; within a segment keys ascending as unsigned numbers, each
 * once.
 *
 * <p>Segment i is table {@code tables[i]}, partition {@code partitions[i]} and the keys {@code
 * starts[i] .. starts[i+1]-1}. The arrays are shared, never copied: treat them as read-only.
 *
 * @param tables positions of the segments' tables in the job's list
 * @param partitions the segments' partitions
 * @param starts segments + 1 offsets into {@code keys}
 * @param keys all keys
 */
public record KeyList(int[] tables, int[] partitions, int[] starts, long[] keys) {
  /** Nothing. */
  public static final KeyList EMPTY = new KeyList(new int[0], new int[0], new int[1], new long[0]);

  /** How many segments there are. */
  public int segments() {
    return tables.length;
  }

  /** How many keys there are in all. */
  public int size() {
    return starts[segments()];
  }
}
