package trainer.data.format.unit;

import java.util.List;
import trainer.core.feature.encode.ColumnVector;

/**
 * The batches of some columns of a file, which the reader of one unit after another fills. Confined
 * to one thread.
 *
 * @param <U> the units of the file
 */
public interface ColumnBatches<U extends RowUnit> {
  /** The batch of each column, with the rows that were read last. */
  List<? extends ColumnVector> vectors();

  /**
   * Opens a unit. The reader that was opened before becomes invalid.
   *
   * @throws trainer.core.failure.FailureException INPUT_BAD_FILE for a codec or an encoding that is
   *     not read, INPUT_CORRUPT
   */
  UnitReader open(U unit);
}
