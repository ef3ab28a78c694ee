package trainer.core.message;

/**
 * What a pserver holds.
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
