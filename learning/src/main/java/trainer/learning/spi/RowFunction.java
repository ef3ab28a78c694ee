package trainer.learning.spi;

/**
 * A change of single rows, in a phase of row updates. It runs on the pservers that hold the rows,
 * and depends on the key and the weights of one row alone.
 *
 * <p>As with a {@link Model}, several threads call it at once, and equal arguments must give equal
 * bits on every machine.
 *
 * <p>It is called for every row of a dense table. Of a sparse table it is called for the rows whose
 * weights differ from their initial values. The order of the rows is undefined. Optimizer state
 * does not change.
 */
@FunctionalInterface
public interface RowFunction {
  /**
   * Changes a row. An exception, or a weight that is not finite afterwards, fails the job with
   * {@code MODEL_CODE_FAILED} and names the row.
   *
   * @param key the row's key
   * @param weights the row's weights, as many as the table is wide; changed in place
   */
  void update(long key, float[] weights);
}
