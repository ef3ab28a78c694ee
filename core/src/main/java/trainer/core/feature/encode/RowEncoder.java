package trainer.core.feature.encode;

import trainer.core.feature.BrokenNumberException;
import trainer.core.feature.Column;

/** Takes the records of a table, one by one. Confined to one thread. */
@FunctionalInterface
public interface RowEncoder {
  /**
   * Takes a record.
   *
   * @param columns the table's, by {@link Column#index}; those that no feature has may be null
   * @param sink receives the features of the record, if this encoder gives any
   * @throws BrokenNumberException for a number that cannot be a feature; some features of the
   *     record may have been given by then
   */
  void encode(ColumnVector[] columns, int record, FeatureSink sink);
}
