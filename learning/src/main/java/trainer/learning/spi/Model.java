package trainer.learning.spi;

import java.util.List;
import trainer.core.input.Examples;
import trainer.core.table.TableSpec;

/**
 * A model as users write it: which tables it has, which rows a block of examples needs, and a
 * forward and backward pass over a block.
 *
 * <p>An implementation has a public constructor that takes a {@link ModelArguments} or nothing. It
 * is stateless apart from what its constructor set: methods are called from several threads at
 * once, each with arrays of its own, and must give the same bits for the same arguments on every
 * machine (no clock, no random source, no {@link Math} intrinsic; {@code trainer.core.math} and
 * {@link StrictMath} are safe).
 */
public interface Model {
  /** The tables; their positions in this list number them. Called once. */
  List<TableSpec> tables();

  /**
   * Names the rows a block needs, once per decoded block.
   *
   * @return {@code [table][i]}: local rows as {@code rows} gave them, in whatever arrangement
   *     {@link #train} and {@link #score} expect (usually one per nonzero)
   */
  int[][] rows(Examples block, RowIndex rows);

  /**
   * Forward and backward pass over a whole block, in record order.
   *
   * @param rows what {@link #rows} returned for this block
   * @param weights {@code [table][localRow * width + j]}
   * @param gradients same shape, zeroed by the caller; add the sum over the block's records
   * @return the sum of the records' losses before the update, natural log
   */
  double train(Examples block, int[][] rows, float[][] weights, float[][] gradients);

  /**
   * Forward pass over a whole block.
   *
   * @param scores one per record, filled by this method: the margin (log odds) of a binary
   *     classifier
   * @return the sum of the records' losses
   */
  double score(Examples block, int[][] rows, float[][] weights, float[] scores);
}
