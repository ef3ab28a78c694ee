package trainer.pserver.partition;

import trainer.core.table.KeyList;

/**
 * A key list once it has been looked up: for training the keys' row numbers, which stay until rows
 * are given up; for reading the keys themselves, since a row that is absent now may be there at the
 * next pull.
 */
public final class RowList {
  private final KeyList keys;
  private final int floats;
  private int[] rows;

  /** How often rows had been given up when the rows were looked up. */
  private long age;

  /**
   * @param keys without keys if the rows stay for ever
   * @param rows the keys' rows, or null to look them up at each pull
   * @param floats weights of all keys together
   */
  RowList(KeyList keys, int[] rows, int floats, long age) {
    this.keys = keys;
    this.rows = rows;
    this.floats = floats;
    this.age = age;
  }

  long age() {
    return age;
  }

  /** Takes the rows that the keys have now. */
  void renew(int[] newRows, long newAge) {
    rows = newRows;
    age = newAge;
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
    return rows != null;
  }

  /** About how much memory it holds. */
  public long bytes() {
    long ofKeys = (long) Long.BYTES * keys.keys().length;
    return 64L
        + 16L * segments()
        + ofKeys
        + (rows == null ? 0 : (long) Integer.BYTES * rows.length);
  }

  int segments() {
    return keys.segments();
  }

  int table(int segment) {
    return keys.tables()[segment];
  }

  int partition(int segment) {
    return keys.partitions()[segment];
  }

  int start(int segment) {
    return keys.starts()[segment];
  }

  int count(int segment) {
    return keys.count(segment);
  }

  /** Whether a segment is all rows of a dense table's partition. */
  boolean isWhole(int segment) {
    return keys.isWhole(segment);
  }

  int[] rows() {
    return rows;
  }

  /** Looks up a segment's rows now, {@link Numbering#ABSENT} where there is none. */
  void find(int segment, Slice slice, int[] target) {
    int start = start(segment);
    int count = count(segment);
    for (int i = 0; i < count; i++) {
      target[i] = slice.numbering().find(keys.keys()[start + i]);
    }
  }

  long key(int position) {
    return keys.keys()[position];
  }
}
