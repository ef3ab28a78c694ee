package trainer.core.message;

/**
 * Bins of scores, so that the ROC curve of any number of records can be summed exactly and in any
 * order. A margin in (−16, 16) falls into a bin 2^-10 wide. A larger one falls into one of 128 bins
 * per power of two. Margins of hundreds or thousands are thus ranked to within 1 %. Two scores in
 * one bin count as a tie.
 */
public final class ScoreBins {
  /** The number of bins. */
  public static final int COUNT = 1 << 16;

  private static final int MIDDLE = COUNT / 2;
  private static final int PER_UNIT = 1 << 10;
  private static final int LINEAR = 16;
  private static final int LINEAR_BINS = LINEAR * PER_UNIT;
  private static final int LINEAR_BITS = Float.floatToIntBits(LINEAR);
  private static final int MANTISSA_BITS_LEFT_OUT = 23 - 7;

  private ScoreBins() {}

  /** The bin of a margin (log odds). */
  public static int of(float margin) {
    float size = Math.abs(margin);
    if (size >= LINEAR) {
      // The bits of positive floats ascend with their values: 2^7 steps from 2^n to 2^(n+1).
      int step = (Float.floatToIntBits(size) - LINEAR_BITS) >>> MANTISSA_BITS_LEFT_OUT;
      return margin > 0 ? MIDDLE + LINEAR_BINS + step : MIDDLE - LINEAR_BINS - 1 - step;
    }
    return MIDDLE + (int) Math.floor((double) margin * PER_UNIT);
  }
}
