package trainer.learning.spi;

/**
 * Changes rows where they are, on the pservers: one row at a time, each by its key and weights
 * alone.
 *
 * <p>Like a {@link Model} it is called from several threads at once and must give the same bits for
 * the same arguments on every machine. It is called for every row of a dense table, and of a sparse
 * one for the rows whose weights differ from their initial values, in no particular order;
 * optimizer state stays as it is.
 */
@FunctionalInterface
public interface RowFunction {
  /**
   * Changes a row.
   *
   * @param key the row's key
   * @param weights the row's weights, changed in place; finite numbers afterwards, too
   */
  void update(long key, float[] weights);
}
