package trainer.model.feature;

import trainer.model.failure.RowException;

/** A number by its value: raw, standardised, or its logarithm standardised. */
final class NumericFeature implements Feature {
  private final Column column;
  private final boolean isRaw;
  private final boolean isLog;
  private final double mean;
  private final double deviation;
  private final boolean isFirst;
  private final long key;
  private final long missing;
  private final long nan;

  /**
   * @param use {@code raw}, {@code number} or {@code log}
   * @param scale mean and deviation; not used for a raw number
   * @param isFirst whether it gives the keys of NULL and NaN of its column
   */
  NumericFeature(Column column, String use, double[] scale, boolean isFirst, FeatureKeys keys) {
    this.column = column;
    this.isRaw = use.equals("raw");
    this.isLog = use.equals("log");
    this.mean = scale[0];
    // a constant column has the deviation 0, which counts as 1
    this.deviation = scale[1] == 0 ? 1 : scale[1];
    this.isFirst = isFirst;
    this.key = keys.key(column, isLog ? "#log" : "");
    this.missing = keys.key(column, FeatureKeys.NULL);
    this.nan = keys.key(column, FeatureKeys.NAN);
  }

  @Override
  public void add(Object[] fields, SparseRow row) {
    Object field = fields[column.index()];
    boolean isNull = column.isNull(field);
    double number = isNull ? 0 : column.number(field);
    if (isNull || Double.isNaN(number)) {
      if (isFirst) {
        row.add(isNull ? missing : nan, 1f);
      }
      return;
    }
    float value = value(number);
    if (value != 0 || !isRaw) {
      row.add(key, value);
    }
  }

  private float value(double number) {
    double x = column.finite(number);
    if (isLog) {
      // StrictMath gives the same bits on every machine and JDK
      x = Math.copySign(StrictMath.log1p(Math.abs(x)), x);
    }
    float value = (float) (isRaw ? x : (x - mean) / deviation);
    if (!Float.isFinite(value)) {
      throw new RowException(
          column.name(),
          "column '" + column.name() + "' has the number " + number + ", too large for a feature");
    }
    return value;
  }
}
