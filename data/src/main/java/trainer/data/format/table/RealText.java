package trainer.data.format.table;

/**
 * The text of a floating-point number, which parses to the same number. A whole number up to 2^53
 * is its digits without a point; any other is the text of {@link Double#toString}. A float is the
 * double of the same value: 0.1 as a float is {@code 0.10000000149011612}.
 */
public final class RealText {
  private static final double MOST_WHOLE = 0x1p53;

  private RealText() {}

  /** The text; −0 is {@code -0.0}. */
  public static String of(double x) {
    long whole = (long) x;
    boolean isWhole = Double.compare((double) whole, x) == 0 && Math.abs(x) <= MOST_WHOLE;
    return isWhole ? Long.toString(whole) : Double.toString(x);
  }
}
