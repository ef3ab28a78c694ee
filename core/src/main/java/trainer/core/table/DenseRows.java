package trainer.core.table;

/**
 * How the rows of a dense table lie in partitions: each holds a run of keys, about as many as any
 * other, so that one partition after the other gives all keys in order.
 */
public final class DenseRows {
  private DenseRows() {}

  /**
   * The first key of a partition; that of {@link Partitions#COUNT} is the number of rows.
   *
   * @param rows rows of the table
   */
  public static int first(int rows, int partition) {
    return (int) (((long) partition * rows + Partitions.COUNT - 1) / Partitions.COUNT);
  }

  /** How many rows a partition holds; may be none. */
  public static int count(int rows, int partition) {
    return first(rows, partition + 1) - first(rows, partition);
  }
}
