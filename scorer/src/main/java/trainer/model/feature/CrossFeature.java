package trainer.model.feature;

import java.util.List;

/** A category for each combination of the columns' categories. NULL and NaN are categories, too. */
final class CrossFeature implements Feature {
  private final Column[] columns;
  private final FeatureKeys keys;

  CrossFeature(List<Column> columns, FeatureKeys keys) {
    this.columns = columns.toArray(new Column[0]);
    this.keys = keys;
  }

  @Override
  public void add(Object[] fields, SparseRow row) {
    KeyBytes bytes = row.scratch().clear();
    for (int i = 0; i < columns.length; i++) {
      if (i > 0) {
        bytes.append(FeatureKeys.NEXT);
      }
      boolean unused = columns[i].append(fields[columns[i].index()], bytes);
    }
    row.add(keys.key(bytes), 1f);
  }
}
