package trainer.core.message;

import trainer.core.math.ExactSum;

/**
 * Exact metrics of some records: their sums do not depend on order.
 *
 * @param records how many records
 * @param loss the sum of their losses, rounded once a block
 * @param tally how well they were predicted, as {@link trainer.core.input.Labels} counts it: right
 *     classes, or squared errors, rounded once a block
 * @param bad how many records were left out because they are broken
 */
public record Metrics(long records, ExactSum loss, ExactSum tally, long bad) {
  /** Nothing. */
  public static final Metrics NONE = new Metrics(0, ExactSum.ZERO, ExactSum.ZERO);

  /** Metrics of records of which none is broken. */
  public Metrics(long records, ExactSum loss, ExactSum tally) {
    this(records, loss, tally, 0);
  }

  public Metrics plus(Metrics other) {
    return new Metrics(
        records + other.records, loss.plus(other.loss), tally.plus(other.tally), bad + other.bad);
  }

  /** The mean loss, NaN of nothing. */
  public double meanLoss() {
    return loss.toDouble() / records;
  }

  /** The share of right classes, or the mean squared error; NaN of nothing. */
  public double meanTally() {
    return tally.toDouble() / records;
  }
}
