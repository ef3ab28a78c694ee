package trainer.learning.spi;

/**
 * Numbers the distinct rows that one block touches, for each table from 0. Of a dense table a block
 * touches all rows as soon as it names one, and the number of a row is its key.
 */
public interface RowIndex {
  /**
   * The local row of {@code key} in {@code table}; the same key gets the same row.
   *
   * @throws IllegalArgumentException for a key that a dense table has not, which names it
   */
  int row(int table, long key);

  /** The local rows of {@code keys[0 .. count-1]}, as {@link #row} gives them. */
  int[] rows(int table, long[] keys, int count);
}
