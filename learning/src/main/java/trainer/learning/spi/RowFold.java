package trainer.learning.spi;

/**
 * The contributions of single rows to the results of an aggregate phase. A fold runs on the
 * pservers that hold the rows, and depends on the key and the weights of one row alone.
 *
 * <p>As with a {@link Model}, several threads call it at once, and equal arguments must give equal
 * bits on every machine. It therefore keeps no state from one row to the next, and it does not
 * change the weights.
 *
 * <p>It is called for the rows that make up the model, those of dense tables included. These are
 * the rows whose weights differ from their initial values. Their order is undefined.
 *
 * <p>Example, the squared norm of a table and the number of its rows, with the results {@code
 * List.of(Reduction.sum("squares"), Reduction.sum("rows"))}:
 *
 * <pre>{@code
 * (key, weights, results) -> {
 *   for (float weight : weights) {
 *     results.add(0, (double) weight * weight);
 *   }
 *   results.add(1, 1);
 * }
 * }</pre>
 */
@FunctionalInterface
public interface RowFold {
  /**
   * Contributes a row's numbers to the results. An exception fails the job with {@code
   * MODEL_CODE_FAILED} and names the row.
   *
   * @param key the row's key
   * @param weights the row's weights, as many as the table is wide
   * @param results receives the contributions
   */
  void fold(long key, float[] weights, Contributions results);
}
