package trainer.learning.optimizer;

/**
 * How a row changes when the sum of its gradients over a mini-batch is known.
 *
 * <p>A row is a run of floats: {@code width} weights, then {@code width × stateWidth} of state.
 * Stateless and deterministic: IEEE arithmetic and {@link Math#sqrt} (exact) only.
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
}
