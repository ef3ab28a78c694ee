package trainer.learning.spi;

import trainer.core.input.Examples;

/**
 * The work of one phase on a block of examples: the choice of its rows, and the forward and
 * backward pass.
 */
public interface Pass {
  /**
   * Names the rows that a block needs; called once per decoded block.
   *
   * @param rows numbers the rows of each table
   * @return {@code [table][i]}: local rows as {@code rows} gave them, usually one per nonzero,
   *     arranged as {@link #train} expects. Each call returns new arrays, since rows of sparse
   *     tables are renumbered in place before {@link #train} receives them. Negative entries stay
   *     unchanged
   */
  int[][] rows(Examples block, RowIndex rows);

  /**
   * Forward and backward pass over a whole block, in record order.
   *
   * @param rows the result of {@link #rows} for this block, renumbered; equal keys have equal
   *     numbers
   * @param weights {@code [table][localRow * width + j]}; an array may be longer than needed
   * @param gradients same shape, zeroed by the caller; add the sum over the block's records, each
   *     times the record's weight
   * @param scores at least as many as {@link Model#score} fills, all 0; to be filled like those,
   *     for the metrics of training
   * @return the sum of the records' losses before the update, in natural logarithms, each times the
   *     record's weight
   */
  double train(
      Examples block, int[][] rows, float[][] weights, float[][] gradients, float[] scores);
}
