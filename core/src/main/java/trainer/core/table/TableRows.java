package trainer.core.table;

/**
 * Whole rows of one table, weights and optimizer state, on their way to another replica.
 *
 * @param cells the cells of all rows, one row after the other, each as long as the table's rows
 */
public record TableRows(int table, long[] keys, float[] cells) {
  /** The size of keys and cells. */
  public long bytes() {
    return (long) Long.BYTES * keys.length + (long) Float.BYTES * cells.length;
  }
}
