package trainer.core.message;

/**
 * The quality of scored records, without the histograms of their scores: what is kept of an {@link
 * Evaluation} once all of its records are scored.
 *
 * @param metrics their metrics
 * @param auc the area under the ROC curve, as {@link Evaluation#auc}; NaN where it has none
 */
public record EvaluationSummary(Metrics metrics, double auc) {
  /** Nothing scored yet. */
  public static final EvaluationSummary NONE = Evaluation.NONE.summary();

  /** The share of positive records, by weight; NaN of nothing. */
  public double positiveShare() {
    return metrics.positives().weight().toDouble() / metrics.weight().toDouble();
  }
}
