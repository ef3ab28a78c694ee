package trainer.pserver.store;

import trainer.core.table.KeyList;

/**
 * A key list that has been looked up. It holds the keys' row numbers, which stay valid until rows
 * are released. A list for reading also holds the keys, because a row that is absent now may exist
 * at the next pull.
 */
public final class RowList {
  private final boolean training;
  private final int floats;
  private final long bytes;
  private KeyList keys;
  private int[] rows;

  /** The age at which the rows were looked up; see {@link KeyLookup}. */
  private long age;

  /** The keys of a list for reading that have no row, and the rows of all shards at that time. */
  private int absent;

  private long rowsThen;

  /** The number of updates applied when its values were served last. */
  private long servedAt;

  /**
   * Creates a list whose keys have no rows yet.
   *
   * @param training whether the keys get rows
   * @param keeping whether keys are still needed once there are rows
   * @param floats the weights of all keys together
   */
  RowList(KeyList keys, boolean training, boolean keeping, int floats) {
    this.keys = keys;
    this.training = training;
    this.floats = floats;
    long count = keys.keys().length;
    long ofKeys = training && !keeping ? 0 : Long.BYTES * count;
    this.bytes = 64L + 16L * keys.segments() + ofKeys + Integer.BYTES * count;
  }

  /** Whether it has the rows that its keys have now. */
  boolean isPlaced(long now) {
    return rows != null && age == now;
  }

  /**
   * Sets the rows that the keys have now.
   *
   * @param remaining the keys as far as they are still needed
   */
  void place(int[] newRows, long newAge, KeyList remaining) {
    rows = newRows;
    age = newAge;
    keys = remaining;
  }

  /** The keys of a list for reading that had no row when they were looked up. */
  public int absent() {
    return absent;
  }

  /** The rows of all its shards when the keys of a list for reading were looked up. */
  long rowsThen() {
    return rowsThen;
  }

  /**
   * Sets the rows that the keys of a list for reading have now.
   *
   * @param newRows by key; {@link KeyIndex#ABSENT} for a key without a row
   * @param newAbsent the number of these
   * @param held the rows of all its shards
   */
  void find(int[] newRows, long newAge, int newAbsent, long held) {
    rows = newRows;
    age = newAge;
    absent = newAbsent;
    rowsThen = held;
  }

  /** Notes that its values are served as they are after {@code updates} updates. */
  public void served(long updates) {
    servedAt = updates;
  }

  /** The number of updates after which its values were served last. */
  public long servedAt() {
    return servedAt;
  }

  KeyList keys() {
    return keys;
  }

  /** The number of float32 values in a pull of this list, and of integers in a push of it. */
  public int floats() {
    return floats;
  }

  /** Whether it may be pushed. */
  public boolean isTraining() {
    return training;
  }

  /** The approximate memory of the list once it has its rows. */
  public long bytes() {
    return bytes;
  }

  public int segments() {
    return keys.segments();
  }

  public int table(int segment) {
    return keys.tables()[segment];
  }

  public int partition(int segment) {
    return keys.partitions()[segment];
  }

  public int start(int segment) {
    return keys.starts()[segment];
  }

  public int count(int segment) {
    return keys.count(segment);
  }

  /** Whether a segment consists of all rows of a dense table's partition. */
  public boolean isWhole(int segment) {
    return keys.isWhole(segment);
  }

  public int[] rows() {
    return rows;
  }

  public long key(int position) {
    return keys.keys()[position];
  }
}
