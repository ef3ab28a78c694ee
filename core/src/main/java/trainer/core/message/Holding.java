package trainer.core.message;

/**
 * What a pserver holds.
 *
 * @param partitions replicas of partitions
 * @param rows of all tables
 * @param bytes the approximate memory of the rows, keys and their index included
 */
public record Holding(int partitions, long rows, long bytes) {
  public static final Holding NOTHING = new Holding(0, 0, 0);

  public Holding plus(Holding other) {
    return new Holding(partitions + other.partitions, rows + other.rows, bytes + other.bytes);
  }
}
