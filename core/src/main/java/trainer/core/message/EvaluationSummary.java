package trainer.core.message;

import trainer.core.math.ExactSum;

/**
 * The quality of scored records, without the histograms of their scores: what is kept of an {@link
 * Evaluation} once all of its records are scored.
 *
 * @param metrics records, weight, loss and tally
 * @param positiveWeight the weight of positive records, where labels are binary
 * @param auc the area under the ROC curve, as {@link Evaluation#auc}; NaN where it has none
 */
public record EvaluationSummary(Metrics metrics, ExactSum positiveWeight, double auc) {
  /** Nothing scored yet. */
  public static final EvaluationSummary NONE = Evaluation.NONE.summary();

  /** The share of positive records, by weight; NaN of nothing. */
  public double positiveShare() {
    return positiveWeight.toDouble() / metrics.weight().toDouble();
  }
}
