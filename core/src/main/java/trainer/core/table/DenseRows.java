package trainer.core.table;

/**
 * The distribution of a dense table's rows over partitions. Each partition holds a run of keys, all
 * runs about equal in length, so that the partitions in order give all keys in order.
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
