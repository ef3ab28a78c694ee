package trainer.learning.optimizer;

/**
 * How a row changes when the sum of its gradients over a mini-batch is known.
 *
 * <p>A row is a run of floats: {@code width} weights, then {@code width × stateWidth} of state,
 * arranged as the optimizer likes. Stateless itself, so safe for any number of threads on different
 * rows; deterministic: IEEE arithmetic and {@link Math#sqrt} (exact by its contract) only.
 */
public interface Optimizer {
  /** Floats of state a weight. */
  int stateWidth();

  /** Fills the state of a new row whose weights stand at {@code offset}. */
  void init(float[] cells, int offset, int width);

  /**
   * Applies one mini-batch to a touched row.
   *
   * @param cells holds the row at {@code offset}
   * @param gradients holds the row's gradient sum at {@code gradientOffset}, {@code width} floats
   * @param records records in the whole mini-batch (divides the sum where the mean is asked for)
   * @param version the version this update makes
   */
  void apply(
      float[] cells,
      int offset,
      int width,
      float[] gradients,
      int gradientOffset,
      long records,
      long version);

  /**
   * Applies one mini-batch to many rows of one table: {@link #apply} for each, in order.
   *
   * @param offsets where the rows stand in {@code cells}, the first {@code count} used
   * @param gradients row i's gradient sum at {@code i * width}
   */
  default void applyRows(
      float[] cells,
      int[] offsets,
      int count,
      int width,
      float[] gradients,
      long records,
      long version) {
    for (int i = 0; i < count; i++) {
      apply(cells, offsets[i], width, gradients, i * width, records, version);
    }
  }
}
