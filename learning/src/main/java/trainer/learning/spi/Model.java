package trainer.learning.spi;

import java.util.List;
import trainer.core.aggregate.Aggregates;
import trainer.core.input.Examples;
import trainer.core.input.Labels;
import trainer.core.input.Loss;
import trainer.core.job.Phase;
import trainer.core.table.TableSpec;

/**
 * A model as users write it: which tables it has, through which phases it is trained, which rows a
 * block of examples needs, and a forward and backward pass over a block.
 *
 * <p>An implementation has a public constructor that takes a {@link ModelArguments} or nothing. It
 * is stateless apart from what its constructor set: methods are called from several threads at
 * once, each with arrays of its own, and must give the same bits for the same arguments on every
 * machine (no clock, no random source, no {@link Math} intrinsic; {@code trainer.core.math} and
 * {@link StrictMath} are safe).
 *
 * <p>Workers and pservers each load it for themselves, so tables and phases depend on the arguments
 * alone. Its own {@link #rows} and {@link #train} are the pass of every phase, unless {@link #pass}
 * gives another; {@link #rows} also serves {@link #score}.
 */
public interface Model extends Pass {
  /** The tables; their positions in this list number them. Called once. */
  List<TableSpec> tables();

  /**
   * What the labels of records are, and the scores of this model. A record with another label is
   * broken and never reaches it.
   */
  default Labels labels() {
    return Labels.BINARY;
  }

  /** What {@link #train} and {@link #score} sum up, under which its mean is reported. */
  default Loss loss() {
    return Loss.UNNAMED;
  }

  /**
   * The phases of a training, in order; by default so many passes over the data.
   *
   * @param epochs {@code trainer.epochs}
   */
  default List<Phase> phases(int epochs) {
    return List.of(Phase.training(epochs));
  }

  /** What is done with blocks in a phase of passes. */
  default Pass pass(String phase) {
    return this;
  }

  /** What a phase of row updates does to a row; asked on the pservers. */
  default RowFunction function(String phase) {
    throw new UnsupportedOperationException("there is no function of phase " + phase);
  }

  /**
   * The same, where aggregate phases came before: what they came to decides what is done.
   *
   * @param before their results
   */
  @SuppressWarnings("unused") // for those who implement it
  default RowFunction function(String phase, Aggregates before) {
    return function(phase);
  }

  /** What rows contribute to the results of an aggregate phase; asked on the pservers. */
  default RowFold fold(String phase) {
    throw new UnsupportedOperationException("there is no fold of phase " + phase);
  }

  /**
   * The same, where aggregate phases came before: what they came to decides what is contributed.
   *
   * @param before their results
   */
  @SuppressWarnings("unused") // for those who implement it
  default RowFold fold(String phase, Aggregates before) {
    return fold(phase);
  }

  /**
   * Forward pass over a whole block.
   *
   * @param scores at least one per record, filled by this method with what {@link Labels} says
   * @return the sum of the records' losses
   */
  double score(Examples block, int[][] rows, float[][] weights, float[] scores);
}
