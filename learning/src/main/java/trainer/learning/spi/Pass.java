package trainer.learning.spi;

import trainer.core.input.Examples;

/**
 * What is done with a block of examples while it is passed over: which rows it needs, and a forward
 * and backward pass.
 */
public interface Pass {
  /**
   * Names the rows a block needs, once per decoded block.
   *
   * @return {@code [table][i]}: local rows as {@code rows} gave them, in whatever arrangement
   *     {@link #train} expects (usually one per nonzero); arrays of its own, since rows of sparse
   *     tables are numbered anew before {@link #train} gets them. Negative ones stay as they are
   */
  int[][] rows(Examples block, RowIndex rows);

  /**
   * Forward and backward pass over a whole block, in record order.
   *
   * @param rows what {@link #rows} returned for this block, the same number for the same key
   * @param weights {@code [table][localRow * width + j]}
   * @param gradients same shape, zeroed by the caller; add the sum over the block's records
   * @param scores at least one per record, all 0: to be filled as {@link Model#score} does, for the
   *     metrics of training
   * @return the sum of the records' losses before the update, natural log
   */
  double train(
      Examples block, int[][] rows, float[][] weights, float[][] gradients, float[] scores);
}
