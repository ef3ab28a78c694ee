package trainer.model.feature;

/** The keys and values of one row, and scratch space for its keys. Confined to one call. */
public final class SparseRow {
  private final long[] keys;
  private final float[] values;
  private final KeyBytes scratch = new KeyBytes();
  private int count;

  /**
   * An empty row.
   *
   * @param most the most features
   */
  SparseRow(int most) {
    keys = new long[most];
    values = new float[most];
  }

  void add(long key, float value) {
    keys[count] = key;
    values[count++] = value;
  }

  /** The bytes of the next key. */
  KeyBytes scratch() {
    return scratch;
  }

  /** The keys; the first {@link #count} are used. */
  public long[] keys() {
    return keys;
  }

  /** The value of each key. */
  public float[] values() {
    return values;
  }

  /** The number of features. */
  public int count() {
    return count;
  }
}
