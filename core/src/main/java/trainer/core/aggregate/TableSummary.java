package trainer.core.aggregate;

import java.util.List;

/**
 * A summary of a table's weights, over the rows that differ from their initial values. It is the
 * built-in aggregate, made of the final version of every training, and of a stored model.
 *
 * @param rows such rows
 * @param nonZeros weights of theirs that are not zero
 * @param weights of these rows
 * @param largest the weights farthest from zero, the farthest first; none of them is zero
 */
public record TableSummary(
    String table, long rows, long nonZeros, Statistics weights, List<Ranked> largest) {

  /**
   * Statistics of weights.
   *
   * @param l1 the sum of the weights' magnitudes
   * @param l2 the root of the sum of their squares
   * @param min the least weight, NaN without rows
   * @param max the greatest weight, NaN without rows
   * @param mean NaN without rows
   */
  public record Statistics(double l1, double l2, double min, double max, double mean) {}

  /** How many of the largest weights a training's summary keeps. */
  public static final int LARGEST = 10;

  /** The reductions of a summary; see the positions below. */
  public static final List<Reduction> REDUCTIONS = reductions(LARGEST);

  /** Ones, a row. */
  public static final int ROWS = 0;

  /** Ones, a weight that is not zero. */
  public static final int NON_ZEROS = 1;

  /** Weights. */
  public static final int SUM = 2;

  /** Magnitudes. */
  public static final int L1 = 3;

  /** Squares. */
  public static final int SQUARES = 4;

  /** Weights. */
  public static final int MIN = 5;

  /** Weights. */
  public static final int MAX = 6;

  /** Weights that are not zero. */
  public static final int FARTHEST = 7;

  public TableSummary {
    largest = List.copyOf(largest);
  }

  /** The same with another number of the largest weights. */
  public static List<Reduction> reductions(int largest) {
    return List.of(
        Reduction.sum("rows"),
        Reduction.sum("nonZeros"),
        Reduction.sum("sum"),
        Reduction.sum("l1"),
        Reduction.sum("squares"),
        Reduction.min("min"),
        Reduction.max("max"),
        Reduction.farthest("largest", largest));
  }

  /** The summary from the aggregate of these reductions, for a table of that width. */
  public static TableSummary of(Aggregate aggregate, int width) {
    double rows = aggregate.number("rows");
    return new TableSummary(
        aggregate.name(),
        (long) rows,
        (long) aggregate.number("nonZeros"),
        new Statistics(
            aggregate.number("l1"),
            Math.sqrt(aggregate.number("squares")),
            aggregate.numbers().getOrDefault("min", Double.NaN),
            aggregate.numbers().getOrDefault("max", Double.NaN),
            aggregate.number("sum") / (rows * width)),
        aggregate.ranking("largest"));
  }
}
