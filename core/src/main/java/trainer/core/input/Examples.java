package trainer.core.input;

/**
 * The decoded records of one block, in record order, as compressed sparse rows.
 *
 * <p>Record i has label {@code labels[i]} and the nonzeros {@code starts[i] .. starts[i+1]-1} of
 * {@code keys} and {@code values}. The arrays may be longer than needed; {@code records} and {@code
 * starts[records]} say how much is used. They are shared, never copied: treat them as read-only.
 *
 * @param records number of records
 * @param labels one per record, as read
 * @param starts records + 1 offsets into {@code keys}
 * @param keys feature ids, 64 bits
 * @param values one per key, or null when all are 1
 */
public record Examples(int records, float[] labels, int[] starts, long[] keys, float[] values) {
  /** How many nonzeros there are in all. */
  public int nonzeros() {
    return starts[records];
  }
}
