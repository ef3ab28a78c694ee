package trainer.learning.block;

import trainer.learning.spi.RowIndex;

/** Numbers the rows of blocks, one block after another. */
public interface RowNumbering extends RowIndex {
  /** Begins the next block. */
  void clear();

  /**
   * Ends the block.
   *
   * @param rows for each table the rows that the pass returned; replaced by their final numbers;
   *     negative ones stay unchanged
   * @return for each table the rows whose weights are to be copied together, by number
   */
  NamedRows[] finish(int[][] rows);
}
