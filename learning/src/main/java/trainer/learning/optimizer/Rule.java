package trainer.learning.optimizer;

/**
 * The formula of an optimizer: the change of a row by a gradient at a given learning rate. It gives
 * the same bits everywhere, as {@link Optimizer} requires.
 *
 * <p><em>Regularisation.</em> L1 and L2 act by the {@link Proximal} step, at the rate at which the
 * rule answers a gradient. A rule therefore comes to rest at the minimum of loss + λ1|w| + λ2w²/2.
 *
 * <p><em>Laziness.</em> A row that a mini-batch does not touch keeps weights and state. Each row
 * thus goes through the published algorithm over the mini-batches that touch it.
 */
interface Rule {
  /** The number of state floats of a row with {@code width} weights. */
  int state(int width);

  /**
   * Whether a row begins with its weights; otherwise they are zero at first and follow from its
   * state.
   */
  default boolean keepsWeights() {
    return true;
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

  /** Fills the state of a new row; the floats there may have any value. */
  void init(float[] cells, int offset, int width);

  /**
   * Takes one step.
   *
   * @param rate the learning rate
   * @param gradient scaled and clipped
   */
  void apply(float rate, float[] cells, int offset, int width, float[] gradient);
}
