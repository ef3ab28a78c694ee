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
}
