package trainer.core.message;

/**
 * The rows that a pserver holds, and its replicas of partitions.
 *
 * @param partitions replicas of partitions
 * @param rows of all tables
 * @param bytes the approximate memory of the rows, keys and their index included
 */
public record StoredRows(int partitions, long rows, long bytes) {
  public static final StoredRows NOTHING = new StoredRows(0, 0, 0);

  public StoredRows plus(StoredRows other) {
    return new StoredRows(partitions + other.partitions, rows + other.rows, bytes + other.bytes);
  }
}
