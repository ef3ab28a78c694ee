package trainer.model.feature;

/** A category for each value. */
final class CategoryFeature implements Feature {
  private final Column column;
  private final boolean isFirst;
  private final FeatureKeys keys;

  /**
   * @param isFirst whether it gives the keys of NULL and NaN of its column
   */
  CategoryFeature(Column column, boolean isFirst, FeatureKeys keys) {
    this.column = column;
    this.isFirst = isFirst;
    this.keys = keys;
  }

  @Override
  public void add(Object[] fields, SparseRow row) {
    KeyBytes bytes = row.scratch().clear();
    boolean isValue = column.append(fields[column.index()], bytes);
    if (isValue || isFirst) {
      row.add(keys.key(bytes), 1f);
    }
  }
}
