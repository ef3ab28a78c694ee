package trainer.model.feature;

/** A category for each interval of a number: of n bounds, bucket k is how many are not above it. */
final class BucketFeature implements Feature {
  private final Column column;
  private final double[] bounds;
  private final boolean isFirst;
  private final long[] buckets;
  private final long missing;
  private final long nan;

  /**
   * @param bounds ascending
   * @param isFirst whether it gives the keys of NULL and NaN of its column
   */
  BucketFeature(Column column, double[] bounds, boolean isFirst, FeatureKeys keys) {
    this.column = column;
    this.bounds = bounds.clone();
    this.isFirst = isFirst;
    this.buckets = new long[bounds.length + 1];
    for (int k = 0; k < buckets.length; k++) {
      buckets[k] = keys.key(column, "#" + k);
    }
    this.missing = keys.key(column, FeatureKeys.NULL);
    this.nan = keys.key(column, FeatureKeys.NAN);
  }

  @Override
  public void add(Object[] fields, SparseRow row) {
    Object field = fields[column.index()];
    boolean isNull = column.isNull(field);
    double number = isNull ? 0 : column.number(field);
    if (!isNull && !Double.isNaN(number)) {
      row.add(buckets[bucketOf(column.finite(number))], 1f);
    } else if (isFirst) {
      row.add(isNull ? missing : nan, 1f);
    }
  }

  private int bucketOf(double x) {
    int below = 0;
    int above = bounds.length;
    while (below < above) {
      int middle = (below + above) >>> 1;
      if (bounds[middle] <= x) {
        below = middle + 1;
      } else {
        above = middle;
      }
    }
    return below;
  }
}
