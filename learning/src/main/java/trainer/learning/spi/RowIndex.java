package trainer.learning.spi;

/** Numbers the distinct rows that one block touches, for each table from 0. */
public interface RowIndex {
  /** The local row of {@code key} in {@code table}; the same key gets the same row. */
  int row(int table, long key);

  /** The local rows of {@code keys[0 .. count-1]}. */
  int[] rows(int table, long[] keys, int count);
}
