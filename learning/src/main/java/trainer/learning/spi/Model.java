package trainer.learning.spi;

import java.util.List;
import trainer.core.aggregate.Aggregates;
import trainer.core.input.Examples;
import trainer.core.input.Labels;
import trainer.core.input.Loss;
import trainer.core.job.Phase;
import trainer.core.table.TableSpec;

/**
 * A model as users write it. It declares tables and training phases, names the rows that a block of
 * examples needs, and computes the forward and backward pass over a block.
 *
 * <p><em>Construction.</em> An implementation has a public constructor that takes a {@link
 * ModelArguments} or no argument. The constructor rejects wrong arguments with an {@link
 * IllegalArgumentException}, which fails the submission with {@code CONFIG_INVALID}. Each worker
 * and pserver constructs the model by itself, so tables, labels, loss and phases must depend on the
 * arguments alone.
 *
 * <p><em>Threading.</em> A model has no state apart from the values its constructor set. Several
 * threads call its methods at once, each with arrays of its own.
 *
 * <p><em>Determinism.</em> Equal arguments must give equal bits on every machine. A model therefore
 * uses no clock, no random source and no {@link Math} intrinsic; {@code trainer.core.math} and
 * {@link StrictMath} are safe.
 *
 * <p><em>Passes.</em> The model's own {@link #rows} and {@link #train} are the pass of every phase,
 * unless {@link #pass} returns another. {@link #rows} also serves {@link #score}.
 *
 * <p><em>Failure.</em> An exception in a pass, a function or a fold fails the job with {@code
 * MODEL_CODE_FAILED} and names the block or row. A score that is not a number, or a loss or
 * gradient out of range, fails it with {@code VALUE_OUT_OF_RANGE} and names the block.
 */
public interface Model extends Pass {
  /** The tables; the position of a table in this list is its number. Called once. */
  List<TableSpec> tables();

  /**
   * The kind of the records' labels and of this model's scores. A record with another label counts
   * as broken and does not reach the model.
   */
  default Labels labels() {
    return Labels.BINARY;
  }

  /** The named outputs that scoring writes for a record. */
  default Outputs outputs() {
    return Outputs.of(labels());
  }

  /**
   * Whether the model multiplies each record's loss and gradient by {@link Examples#weight(int)}.
   * Input with weights is rejected for a model that does not.
   */
  default boolean isWeighted() {
    return false;
  }

  /** The name of the loss that {@link #train} and {@link #score} sum; reports show its mean. */
  default Loss loss() {
    return Loss.UNNAMED;
  }

  /**
   * The phases of a training, in order; by default {@code epochs} passes over the data.
   *
   * @param epochs {@code trainer.epochs}
   */
  default List<Phase> phases(int epochs) {
    return List.of(Phase.training(epochs));
  }

  /** The pass over blocks in a phase of passes. */
  default Pass pass(String phase) {
    return this;
  }

  /** The function of a phase of row updates; called on the pservers. */
  default RowFunction function(String phase) {
    throw new UnsupportedOperationException("there is no function of phase " + phase);
  }

  /**
   * The function of a phase of row updates that follows aggregate phases and may depend on their
   * results; called on the pservers.
   *
   * @param before the results of the earlier aggregate phases
   */
  @SuppressWarnings("unused") // for implementations that override it
  default RowFunction function(String phase, Aggregates before) {
    return function(phase);
  }

  /**
   * The fold of an aggregate phase, which gives each row's contributions; called on the pservers.
   */
  default RowFold fold(String phase) {
    throw new UnsupportedOperationException("there is no fold of phase " + phase);
  }

  /**
   * The fold of an aggregate phase that follows others and may depend on their results; called on
   * the pservers.
   *
   * @param before the results of the earlier aggregate phases
   */
  @SuppressWarnings("unused") // for implementations that override it
  default RowFold fold(String phase, Aggregates before) {
    return fold(phase);
  }

  /**
   * Forward pass over a whole block.
   *
   * @param rows {@code [table][i]}, as {@link #rows} returned it for this block and then renumbered
   * @param weights {@code [table][localRow * width + j]}; an array may be longer than needed, and
   *     is not to be changed
   * @param scores at least {@link Labels#scores()} per record; to be filled with the scores that
   *     {@link Labels} defines, those of a record side by side
   * @return the sum of the records' losses, each times the record's weight
   */
  double score(Examples block, int[][] rows, float[][] weights, float[] scores);
}
