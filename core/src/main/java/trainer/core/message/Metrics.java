package trainer.core.message;

import trainer.core.math.ExactSum;

/**
 * Exact metrics of some records: their sums do not depend on order.
 *
 * @param records how many records
 * @param weight the sum of their weights, rounded once a block; the number of records where none
 *     has a weight
 * @param loss the sum of their losses, each times the record's weight, rounded once a block
 * @param tally how well they were predicted, as {@link trainer.core.input.Labels} counts it:
 *     weights of right classes, or weighted squared errors, rounded once a block
 * @param positives the positive records, where labels are binary
 * @param bad how many records were left out because they are broken
 */
public record Metrics(
    long records, ExactSum weight, ExactSum loss, ExactSum tally, Positives positives, long bad) {
  /** Nothing. */
  public static final Metrics NONE = new Metrics(0, ExactSum.ZERO, ExactSum.ZERO);

  /** Metrics of records without weights. */
  public Metrics(long records, ExactSum loss, ExactSum tally, long bad) {
    this(records, ExactSum.of((double) records), loss, tally, Positives.NONE, bad);
  }

  /** Metrics of records without weights, of which none is broken. */
  public Metrics(long records, ExactSum loss, ExactSum tally) {
    this(records, loss, tally, 0);
  }

  public Metrics plus(Metrics other) {
    return new Metrics(
        records + other.records,
        weight.plus(other.weight),
        loss.plus(other.loss),
        tally.plus(other.tally),
        positives.plus(other.positives),
        bad + other.bad);
  }

  /** The same with the positive records among them. */
  public Metrics with(Positives some) {
    return new Metrics(records, weight, loss, tally, some, bad);
  }

  /** Whether the weights add up to another sum than the number of records. */
  public boolean isWeighted() {
    return !weight.equals(ExactSum.of((double) records));
  }

  /** The mean loss, by weight; NaN of nothing. */
  public double meanLoss() {
    return loss.toDouble() / weight.toDouble();
  }

  /** The share of right classes, or the mean squared error, by weight; NaN of nothing. */
  public double meanTally() {
    return tally.toDouble() / weight.toDouble();
  }
}
