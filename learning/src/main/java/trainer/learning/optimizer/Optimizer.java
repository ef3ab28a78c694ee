package trainer.learning.optimizer;

/**
 * The change of a row by the sum of its gradients over a mini-batch.
 *
 * <p><em>Layout.</em> A row is a run of floats: {@code width} weights, then its state, in an order
 * of the optimizer's own. If the weights follow from the state, the row is the state alone. The row
 * holds everything that an optimizer remembers, so saving, moving or restoring rows needs no code
 * per optimizer.
 *
 * <p><em>Threading.</em> An optimizer is stateless, so any number of threads may use it on
 * different rows.
 *
 * <p><em>Determinism.</em> IEEE arithmetic, {@link Math#sqrt} (exact by its contract) and {@link
 * StrictMath} only.
 */
public interface Optimizer {
  /** The number of state floats of a row with {@code width} weights. */
  int state(int width);

  /** Whether a row begins with its weights; otherwise they follow from its state. */
  default boolean keepsWeights() {
    return true;
  }

  /** The number of floats of a row with {@code width} weights. */
  default int stride(int width) {
    return keepsWeights() ? width + state(width) : state(width);
  }

  /** The number of state floats from which each weight follows, if weights are not stored. */
  default int columns(int width) {
    return state(width) / width;
  }

  /** The number of mini-batches without a touch after which a row expires; 0: never. */
  default int expiry() {
    return 0;
  }

  /**
   * Whether a row has not been touched for more than {@link #expiry} mini-batches.
   *
   * @param number the number of the present mini-batch
   */
  default boolean isOver(long number, float[] cells, int offset, int width) {
    return false;
  }

  /** Copies the weights of a row. */
  default void readWeights(float[] cells, int offset, int width, float[] target, int at) {
    System.arraycopy(cells, offset, target, at, width);
  }

  /**
   * Computes many weights that are not stored.
   *
   * @param columns the first float of state of each weight, the second of each, and so on; in
   *     separate arrays, since Java vectorizes only then
   * @param count the number of weights
   */
  default void readWeights(float[][] columns, int count, float[] target) {
    throw new IllegalStateException("rows keep their weights");
  }

  /**
   * Fills the state of a new row. Its weights are at {@code offset}, or are zero if they are not
   * stored.
   */
  void init(float[] cells, int offset, int width);

  /**
   * The step of one mini-batch, for each row that it touches.
   *
   * @param number the mini-batch's, from 1: the version it makes, or under {@code async} its
   *     position among the updates of a partition
   * @param weight the sum of the weights of the records in the whole mini-batch, their number where
   *     none has a weight; divides the sum if the mean is configured
   */
  Step step(long number, double weight);

  /**
   * The step of an update that is applied on arrival and whose gradients may be stale.
   *
   * @param staleness the number of updates between the pull of its parameters and itself
   */
  default Step step(long number, double weight, long staleness) {
    return step(number, weight);
  }

  /** The change of rows by one mini-batch. It keeps no reference to the rows. */
  interface Step {
    /**
     * Changes one row.
     *
     * @param cells holds the row at {@code offset}
     * @param gradient the row's gradient sum, {@code width} floats; overwritten
     */
    void apply(float[] cells, int offset, int width, float[] gradient);
  }
}
