package trainer.core.input;

/**
 * The decoded records of one block, in record order. The arrays may be longer than needed: {@code
 * records} and {@code starts()[records]} state how much is used. They are shared, never copied:
 * treat them as read-only.
 *
 * @param records number of records
 * @param labels one per record, as read; NaN for a record without a label, where the job allows it
 * @param weights one per record, positive; null when all are 1
 * @param features the nonzeros of each record
 * @param groups one per record: the number of its group, such as a query; null without groups
 * @param kept the columns that scoring copies to its output; null when none are kept
 */
public record Examples(
    int records,
    float[] labels,
    float[] weights,
    SparseRows features,
    long[] groups,
    KeptColumns kept) {
  /** Records that have labels and features alone. */
  public Examples(int records, float[] labels, int[] starts, long[] keys, float[] values) {
    this(records, labels, null, new SparseRows(starts, keys, values), null, null);
  }

  /** Offsets into {@link #keys()}, records + 1 of them. */
  public int[] starts() {
    return features.starts();
  }

  /** The feature ids of all records. */
  public long[] keys() {
    return features.keys();
  }

  /** The values of all records, one per key, or null when all are 1. */
  public float[] values() {
    return features.values();
  }

  /** The number of nonzeros of all records. */
  public int nonzeros() {
    return starts()[records];
  }

  /** The weight of a record. */
  public float weight(int record) {
    return weights == null ? 1f : weights[record];
  }

  /** The sum of the weights, in record order. */
  public double weight() {
    if (weights == null) {
      return records;
    }
    double sum = 0;
    for (int i = 0; i < records; i++) {
      sum += weights[i];
    }
    return sum;
  }
}
