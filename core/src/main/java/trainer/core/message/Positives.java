package trainer.core.message;

import trainer.core.math.ExactSum;

/**
 * The positive records among some records, and how many of them were predicted. Where labels are
 * not binary there are none.
 *
 * @param weight the sum of their weights, rounded once a block
 * @param predicted the sum of the predicted probabilities of all records, positive or not, each
 *     times the record's weight, rounded once a block
 */
public record Positives(ExactSum weight, ExactSum predicted) {
  /** None, and none predicted. */
  public static final Positives NONE = new Positives(ExactSum.ZERO, ExactSum.ZERO);

  public Positives plus(Positives other) {
    return new Positives(weight.plus(other.weight), predicted.plus(other.predicted));
  }

  /** The predicted number of positives for each that is there; NaN or infinite of none. */
  public double calibration() {
    return predicted.toDouble() / weight.toDouble();
  }
}
