package trainer.pserver.store;

/**
 * The size of a table.
 *
 * @param bytes the approximate memory of its rows, including keys and their index
 */
public record TableSize(String table, long rows, long bytes) {
  /** The sum of two parts of one table. */
  public TableSize plus(TableSize other) {
    return new TableSize(table, rows + other.rows, bytes + other.bytes);
  }
}
