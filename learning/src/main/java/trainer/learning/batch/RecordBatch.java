package trainer.learning.batch;

import trainer.core.failure.FailureException;
import trainer.core.feature.BadFieldException;

/**
 * The records that a model scores together. It has room for {@code trainer.score.batch} records.
 * The outputs depend on these records and their order alone, and not on records of other batches.
 * Used by one thread.
 */
public interface RecordBatch extends AutoCloseable {
  /**
   * Adds a record of a table.
   *
   * @param columns the texts of {@link BatchModel#columns}, in that order; null stands for NULL
   * @throws BadFieldException for a record that the model cannot take; it is not added
   */
  void add(String[] columns);

  /**
   * Adds a record that is a whole file.
   *
   * @throws BadFieldException for a file that the model cannot take; it is not added
   */
  void add(byte[] file);

  /** The records that were added since the last {@link #compute}. */
  int size();

  /**
   * Computes the outputs of the records, and removes the records. A batch that is not full is
   * filled up with copies of its last record, whose outputs are dropped.
   *
   * @param outputs is filled record by record, with one number for each of {@link
   *     BatchModel#outputs}
   * @param from the place of the first number
   * @throws FailureException MODEL_CODE_FAILED
   */
  void compute(float[] outputs, int from);

  /** Frees native memory. */
  @Override
  void close();
}
