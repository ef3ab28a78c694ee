package trainer.core.message;

/**
 * Scores sorted into bins of equal width, so that the ROC curve of any number of records can be
 * summed exactly and in any order. Margins in [−32, 32) fall into bins 2^-10 wide; the ends take
 * the rest. Two scores in one bin count as a tie.
 */
public final class ScoreBins {
  /** The number of bins. */
  public static final int COUNT = 1 << 16;

  private static final float PER_UNIT = 1 << 10;

  private ScoreBins() {}

  /** The bin of a margin (log odds). */
  public static int of(float margin) {
    double bin = Math.floor(margin * PER_UNIT) + COUNT / 2;
    return (int) Math.max(0, Math.min(COUNT - 1, bin));
  }

  /** Area under the ROC curve (Mann-Whitney statistic, ties half); NaN when a class is missing. */
  public static double auc(long[] positives, long[] negatives) {
    double below = 0;
    double wins = 0;
    double positive = 0;
    for (int bin = 0; bin < COUNT; bin++) {
      wins += positives[bin] * (below + 0.5 * negatives[bin]);
      below += negatives[bin];
      positive += positives[bin];
    }
    return wins / (positive * below);
  }

  static long[] sum(long[] a, long[] b) {
    long[] sum = a.clone();
    for (int bin = 0; bin < sum.length; bin++) {
      sum[bin] += b[bin];
    }
    return sum;
  }
}
