package trainer.core.message;

/**
 * Exact metrics of scored records, addable in any order.
 *
 * @param metrics records and loss
 * @param correct records whose predicted class is the label
 * @param positives histogram of the scores of positive records; see {@link ScoreBins}
 * @param negatives the same of negative records
 */
public record Evaluation(Metrics metrics, long correct, long[] positives, long[] negatives) {
  /** Nothing scored yet. */
  public static Evaluation none() {
    return new Evaluation(Metrics.NONE, 0, new long[ScoreBins.COUNT], new long[ScoreBins.COUNT]);
  }

  public Evaluation plus(Evaluation other) {
    return new Evaluation(
        metrics.plus(other.metrics),
        correct + other.correct,
        ScoreBins.sum(positives, other.positives),
        ScoreBins.sum(negatives, other.negatives));
  }

  /** The area under the ROC curve, ties counted half; NaN when one class is missing. */
  public double auc() {
    return ScoreBins.auc(positives, negatives);
  }
}
