package trainer.pserver.store;

/**
 * How large a table is.
 *
 * @param bytes about how much memory its rows take, keys and what finds them included
 */
public record TableSize(String table, long rows, long bytes) {
  /** Both parts of one table. */
  public TableSize plus(TableSize other) {
    return new TableSize(table, rows + other.rows, bytes + other.bytes);
  }
}
