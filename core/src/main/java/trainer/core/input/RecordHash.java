package trainer.core.input;

import trainer.core.table.Partitions;

/**
 * The hash of a record: of the key and number of each feature in order, before numbers are
 * standardised, as floats, then of the label. It depends neither on the format nor on the file of
 * the record. Records with equal features and labels have equal hashes.
 */
public final class RecordHash {
  /** The hash before the first feature. */
  public static final long START = 0x6A09E667F3BCC909L;

  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  private RecordHash() {}

  /** The hash with a further feature; −0 is 0. */
  public static long add(long hash, long key, double number) {
    long bits = Double.doubleToLongBits((float) number + 0.0);
    return Long.rotateLeft((hash ^ key) * FACTOR, 29) + Long.rotateLeft(bits * FACTOR, 31);
  }

  /** The hash of the whole record. */
  public static long end(long hash, float label) {
    return Partitions.mix(add(hash, 0, label));
  }
}
