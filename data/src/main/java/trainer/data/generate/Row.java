package trainer.data.generate;

/**
 * One generated record, independent of the format in which it is written.
 *
 * <p>Values are multiples of 1/10000, so that their decimal text and their float are the same
 * number.
 */
final class Row {
  /** The number of units in a value of 1. */
  static final int UNIT = 10_000;

  final long[] indices;

  /** Values in units, or null when all are 1. */
  final int[] units;

  int label;

  /** The hidden model's probability of label 1; for classes, of the drawn label. */
  double probability;

  Row(int nonzeros, boolean ones) {
    this.indices = new long[nonzeros];
    this.units = ones ? null : new int[nonzeros];
  }

  /** Value {@code i} as the nearest float. */
  float value(int i) {
    // Both are exact as floats, so the quotient is the nearest float to the decimal number.
    return (float) units[i] / UNIT;
  }
}
