package trainer.core.message;

/**
 * Exact metrics of scored records, addable in any order.
 *
 * @param metrics records, loss and tally
 * @param positives histogram of the scores of positive records, where labels are binary
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

  /** The area under the ROC curve, ties counted half; NaN when one class is missing. */
  public double auc() {
    return ScoreCounts.auc(positives, negatives);
  }
}
