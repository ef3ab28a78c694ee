package trainer.pserver.store;

/**
 * The integer gradient sums of the rows of one shard that a mini-batch touches. Each touched row
 * has a slot, counted from 0.
 */
public sealed interface GradientAccumulator permits SparseAccumulator, DenseAccumulator {
  /** The number of touched rows. */
  int size();

  /** The row of a slot. */
  int row(int slot);

  /** The rows of all slots; null if each slot is its row. */
  int[] rows();

  /** The sums of all slots, {@code width} each. */
  long[] sums();

  /** The slot of {@code row}, or −1 if it is not touched. */
  int slot(int row);

  void clear();

  /**
   * Adds one share's sums.
   *
   * @param shareSums the share's sums; those of the segment begin at {@code from}
   */
  void add(RowList list, int segment, long[] shareSums, int from);
}
