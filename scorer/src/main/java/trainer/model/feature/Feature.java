package trainer.model.feature;

/** A feature of rows, or a family of features with a key for each category. Thread-safe. */
interface Feature {
  /**
   * Adds the feature of a row.
   *
   * @param fields the values of the columns, by {@link Column#index}
   * @throws trainer.model.failure.RowException for a value that does not fit
   */
  void add(Object[] fields, SparseRow row);
}
