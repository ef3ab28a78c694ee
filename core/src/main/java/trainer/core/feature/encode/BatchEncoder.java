package trainer.core.feature.encode;

/**
 * Takes the records of a table, some at a time. Confined to one thread.
 *
 * <p>A batch is taken column by column, so that the code and the tables of one column stay in the
 * caches of a core while its records are encoded.
 */
public interface BatchEncoder {
  /**
   * Encodes the records {@code from … from + batch.size() − 1} of the columns.
   *
   * @param columns the table's, by {@link trainer.core.feature.Column#index}; those that no feature
   *     has may be null
   * @param batch receives the features of each record, and the problem of each broken one
   */
  void encode(ColumnVector[] columns, int from, FeatureBatch batch);

  /**
   * Receives the records of {@link #encode} once more, when it is known which of them are taken.
   *
   * @return whether their features are wanted
   */
  default boolean finish(ColumnVector[] columns, int from, FeatureBatch batch) {
    return true;
  }
}
