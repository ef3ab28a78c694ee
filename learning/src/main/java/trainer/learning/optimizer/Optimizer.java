package trainer.learning.optimizer;

/**
 * How a row changes when the sum of its gradients over a mini-batch is known.
 *
 * <p>A row is a run of floats: {@code width} weights, then its state, arranged as the optimizer
 * likes; or the state alone, where the weights follow from it. All that an optimizer remembers
 * stands in the row, so that whoever saves, moves or restores rows has done it for every optimizer.
 * Stateless itself, so safe for any number of threads on different rows; deterministic: IEEE
 * arithmetic, {@link Math#sqrt} (exact by its contract) and {@link StrictMath} only.
 */
public interface Optimizer {
  /** Floats of state a row of so many weights has. */
  int state(int width);

  /** Whether a row begins with its weights; else they follow from its state. */
  default boolean keepsWeights() {
    return true;
  }

  /** Floats a row of so many weights takes. */
  default int stride(int width) {
    return keepsWeights() ? width + state(width) : state(width);
  }

  /** How many floats of state each weight that is not kept follows from. */
  default int columns(int width) {
    return state(width) / width;
  }

  /** After how many mini-batches that do not touch it a row may be over; 0: never. */
  default int expiry() {
    return 0;
  }

  /**
   * Whether a row has not been touched for more than {@link #expiry} mini-batches.
   *
   * @param number the number of the mini-batch that is being taken
   */
  default boolean isOver(long number, float[] cells, int offset, int width) {
    return false;
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

  /**
   * Fills the state of a new row, whose weights stand at {@code offset}, or are zero if they are
   * not kept.
   */
  void init(float[] cells, int offset, int width);

  /**
   * What one mini-batch does to each row that it touches.
   *
   * @param number the mini-batch's, from 1: the version it makes, or under {@code async} its place
   *     among the updates of a partition
   * @param records records in the whole mini-batch (divides the sum where the mean is asked for)
   */
  Step step(long number, long records);

  /**
   * The same of gradients that may be stale, where they are applied on arrival.
   *
   * @param staleness how many updates came between the pull of their parameters and themselves
   */
  default Step step(long number, long records, long staleness) {
    return step(number, records);
  }

  /** What one mini-batch does to a row. Holds nothing of the rows it has changed. */
  interface Step {
    /**
     * Changes one row.
     *
     * @param cells holds the row at {@code offset}
     * @param gradient the row's gradient sum, {@code width} floats; afterwards its content is lost
     */
    void apply(float[] cells, int offset, int width, float[] gradient);
  }
}
