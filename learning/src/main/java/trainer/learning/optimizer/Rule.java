package trainer.learning.optimizer;

/**
 * The formula of an optimizer: what a gradient does to a row at a given learning rate. Of the same
 * bits everywhere, as {@link Optimizer} says.
 *
 * <p>What all rules have in common: L1 and L2 act by the {@link Proximal} step, at the rate at
 * which the rule answers a gradient, so that where it comes to rest is the minimum of loss + λ1|w|
 * + λ2w²/2. And rules are lazy: a row that a mini-batch does not touch keeps weights and state, so
 * each row goes through the published algorithm over the mini-batches that touch it.
 */
interface Rule {
  /** Floats of state a row of so many weights has. */
  int state(int width);

  /**
   * Whether a row begins with its weights; else they are zero at first, and follow from its state.
   */
  default boolean keepsWeights() {
    return true;
  }

  /** Copies the weights of a row. */
  default void readWeights(float[] cells, int offset, int width, float[] target, int at) {
    System.arraycopy(cells, offset, target, at, width);
  }

  /**
   * Computes many weights that are not kept.
   *
   * @param columns the first float of state of each weight, the second of each, and so on: arrays
   *     of their own, for only then does Java compute several weights at a time
   * @param count how many weights
   */
  default void readWeights(float[][] columns, int count, float[] target) {
    throw new IllegalStateException("rows keep their weights");
  }

  /** Fills the state of a new row; the floats there may be anything. */
  void init(float[] cells, int offset, int width);

  /**
   * Takes one step.
   *
   * @param rate the learning rate
   * @param gradient scaled and clipped
   */
  void apply(float rate, float[] cells, int offset, int width, float[] gradient);
}
