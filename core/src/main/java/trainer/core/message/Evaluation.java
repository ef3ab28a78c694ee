package trainer.core.message;

/**
 * Exact metrics of scored records, addable in any order.
 *
 * @param metrics records, loss and tally
 * @param positives histogram of the scores of positive records, where labels are binary; see {@link
 *     ScoreBins}
 * @param negatives the same of negative records
 */
public record Evaluation(Metrics metrics, long[] positives, long[] negatives) {
  /** Nothing scored yet. */
  public static Evaluation none() {
    return new Evaluation(Metrics.NONE, new long[ScoreBins.COUNT], new long[ScoreBins.COUNT]);
  }

  public Evaluation plus(Evaluation other) {
    return new Evaluation(
        metrics.plus(other.metrics),
        ScoreBins.sum(positives, other.positives),
        ScoreBins.sum(negatives, other.negatives));
  }

  /** The area under the ROC curve, ties counted half; NaN when one class is missing. */
  public double auc() {
    return ScoreBins.auc(positives, negatives);
  }
}
