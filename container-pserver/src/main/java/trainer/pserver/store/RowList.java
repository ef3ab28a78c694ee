package trainer.pserver.store;

import trainer.core.table.KeyList;

/**
 * A key list once it has been looked up: for training the keys' row numbers, which stay until rows
 * are given up; for reading the keys themselves, since a row that is absent now may be there at the
 * next pull.
 */
public final class RowList {
  private final boolean training;
  private final int floats;
  private final long bytes;
  private KeyList keys;
  private int[] rows;

  /** How often rows had been given up when the rows were looked up. */
  private long age;

  /** How many updates had been applied when its values were given last. */
  private long servedAt;

  /**
   * A list whose keys have no rows yet.
   *
   * @param training whether they are to have some
   * @param keeping whether keys are needed once there are rows
   * @param floats weights of all keys together
   */
  RowList(KeyList keys, boolean training, boolean keeping, int floats) {
    this.keys = keys;
    this.training = training;
    this.floats = floats;
    long count = keys.keys().length;
    long ofKeys = training && !keeping ? 0 : Long.BYTES * count;
    this.bytes = 64L + 16L * keys.segments() + ofKeys + (training ? Integer.BYTES * count : 0);
  }

  /** Whether it has the rows that its keys have now. */
  boolean isPlaced(long now) {
    return rows != null && age == now;
  }

  /**
   * Takes the rows that the keys have now.
   *
   * @param left the keys as far as they are still needed
   */
  void place(int[] newRows, long newAge, KeyList left) {
    rows = newRows;
    age = newAge;
    keys = left;
  }

  /** Its values are given, or will be, as they are after so many updates. */
  public void served(long updates) {
    servedAt = updates;
  }

  /** After how many updates its values were given last. */
  public long servedAt() {
    return servedAt;
  }

  KeyList keys() {
    return keys;
  }

  /** How many float32 values a pull of this list gives, and integers a push of it carries. */
  public int floats() {
    return floats;
  }

  /** Whether it may be pushed. */
  public boolean isTraining() {
    return training;
  }

  /** About how much memory it holds once it has its rows. */
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

  /** Whether a segment is all rows of a dense table's partition. */
  public boolean isWhole(int segment) {
    return keys.isWhole(segment);
  }

  public int[] rows() {
    return rows;
  }

  /** Looks up a segment's rows now, {@link RowIndex#ABSENT} where there is none. */
  public void find(int segment, TableShard slice, int[] target) {
    int start = start(segment);
    int count = count(segment);
    for (int i = 0; i < count; i++) {
      target[i] = slice.numbering().find(keys.keys()[start + i]);
    }
  }

  public long key(int position) {
    return keys.keys()[position];
  }
}
