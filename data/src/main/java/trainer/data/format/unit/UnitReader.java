package trainer.data.format.unit;

/**
 * Reads the rows of one unit in order, to the batches it was opened for. Confined to one thread.
 */
public interface UnitReader {
  /** The most rows of one batch. */
  int BATCH = 1024;

  /** The number of the next row, from 0. */
  int row();

  /**
   * Passes over the rows before one that is not behind {@link #row}.
   *
   * @throws trainer.core.failure.FailureException INPUT_CORRUPT, RECORD_TOO_LARGE
   */
  void skipTo(int wanted);

  /**
   * Reads the next rows to the batches.
   *
   * @param count {@link #BATCH} at most
   * @throws trainer.core.failure.FailureException INPUT_CORRUPT, RECORD_TOO_LARGE
   */
  void read(int count);
}
