package trainer.core.input;

/**
 * A matrix as compressed sparse rows: row i has the nonzeros {@code starts[i] .. starts[i+1]-1}.
 * The arrays may be longer than needed. They are shared, never copied: treat them as read-only.
 *
 * @param starts rows + 1 offsets into {@code keys}
 * @param keys feature ids, 64 bits
 * @param values one per key, or null when all are 1
 * @param fields one per key, or null: the number of the group of features that the key belongs to,
 *     as field-aware models need it
 */
public record SparseRows(int[] starts, long[] keys, float[] values, int[] fields) {
  /** Rows without fields. */
  public SparseRows(int[] starts, long[] keys, float[] values) {
    this(starts, keys, values, null);
  }
}
