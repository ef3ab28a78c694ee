package trainer.model.stored;

/** Receives the rows of one table while a model is loaded. */
interface RowStore {
  /**
   * Adds a stored row.
   *
   * @param row the values; the array is used for the next row
   */
  void put(long key, float[] row);
}
