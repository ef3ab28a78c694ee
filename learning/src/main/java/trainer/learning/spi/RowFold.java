package trainer.learning.spi;

/**
 * Says what rows contribute to the results of an aggregate phase, where they are, on the pservers:
 * one row at a time, each by its key and weights alone.
 *
 * <p>Like a {@link Model} it is called from several threads at once and must give the same bits for
 * the same arguments on every machine; so it may keep nothing from one row to the next. It is
 * called for the rows that make the model: those whose weights differ from their initial values, of
 * dense tables, too, in no particular order. It changes nothing.
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
   * Contributes what a row has to contribute.
   *
   * @param key the row's key
   * @param weights the row's weights, as many as the table is wide
   * @param results where to
   */
  void fold(long key, float[] weights, Contributions results);
}
