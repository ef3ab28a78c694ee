package trainer.learning.spi;

/**
 * Assigns local numbers to the distinct rows that one block touches. The rows of each table are
 * finally numbered from 0. In a dense table the number of a row is its key, and naming one row
 * touches all rows of the table.
 */
public interface RowIndex {
  /**
   * The number of the row of {@code key} in {@code table}, at least 0; equal keys get equal
   * numbers. The number is provisional: it serves only to identify its row in the result of {@link
   * Pass#rows}.
   *
   * @throws IllegalArgumentException if a dense table does not have the key, which the message
   *     names
   */
  int row(int table, long key);

  /**
   * The numbers of the rows of {@code keys[0 .. count-1]}, as {@link #row} gives them.
   *
   * @throws IllegalArgumentException as {@link #row}
   */
  int[] rows(int table, long[] keys, int count);
}
