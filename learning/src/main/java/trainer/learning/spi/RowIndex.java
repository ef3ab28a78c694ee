package trainer.learning.spi;

/**
 * Gives the distinct rows that one block touches a number each; once all are known, those of a
 * table are numbered from 0. Of a dense table a block touches all rows as soon as it names one, and
 * the number of a row is its key.
 */
public interface RowIndex {
  /**
   * A number for the row of {@code key} in {@code table}, at least 0; the same key gets the same
   * one. It stands for its row in what {@link Pass#rows} returns, and means nothing else.
   *
   * @throws IllegalArgumentException for a key that a dense table has not, which names it
   */
  int row(int table, long key);

  /** The numbers of the rows of {@code keys[0 .. count-1]}, as {@link #row} gives them. */
  int[] rows(int table, long[] keys, int count);
}
