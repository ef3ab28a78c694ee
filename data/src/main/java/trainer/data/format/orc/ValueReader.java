package trainer.data.format.orc;

/** Reads the values of a column that are not NULL, in order. Confined to one thread. */
@FunctionalInterface
interface ValueReader {
  /**
   * Reads the next values to the given rows of a batch.
   *
   * @throws RuntimeException if the streams are damaged
   */
  void read(OrcBatch batch, int[] rows, int count);
}
