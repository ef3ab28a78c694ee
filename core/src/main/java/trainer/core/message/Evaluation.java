package trainer.core.message;

/**
 * Exact metrics of scored records, addable in any order.
 *
 * @param metrics their metrics
 * @param positives histogram of the scores of positive records, where labels are binary; each
 *     record counts once, whatever its weight
 * @param negatives the same of negative records
 */
public record Evaluation(Metrics metrics, ScoreCounts positives, ScoreCounts negatives) {
  /** Nothing scored yet. */
  public static final Evaluation NONE =
      new Evaluation(Metrics.NONE, ScoreCounts.NONE, ScoreCounts.NONE);

  public Evaluation plus(Evaluation other) {
    return new Evaluation(
        metrics.plus(other.metrics),
        positives.plus(other.positives),
        negatives.plus(other.negatives));
  }

  /** The same without the histograms. */
  public EvaluationSummary summary() {
    return new EvaluationSummary(metrics, auc());
  }

  /**
   * The area under the ROC curve, ties counted half; NaN when one class is missing. Weights do not
   * enter: the histograms are counts, which stay exact and small.
   */
  public double auc() {
    return ScoreCounts.auc(positives, negatives);
  }
}
