package trainer.core.feature;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * The text of a number, equal on every JDK; {@link Double#toString} changed in JDK 19.
 *
 * <p>A whole number below 2^63 is its decimal digits; −0 is 0. Any other number is rounded to as
 * few digits as read as the same double, and written by {@link BigDecimal#toString}: {@code 0.1},
 * {@code 1E+300}.
 */
public final class DecimalText {
  private static final int MOST_DIGITS = 17;
  private static final double LONG_END = 0x1p63;

  private DecimalText() {}

  /**
   * The text.
   *
   * @throws IllegalArgumentException for NaN and infinities
   */
  public static String of(double x) {
    return isWhole(x) ? Long.toString((long) x) : rounded(x);
  }

  /** Whether the text of a number is that of a long. */
  public static boolean isWhole(double x) {
    return (long) x == x && Math.abs(x) < LONG_END;
  }

  private static String rounded(double x) {
    if (!Double.isFinite(x)) {
      throw new IllegalArgumentException("a number of " + x);
    }
    BigDecimal exact = new BigDecimal(x);
    for (int digits = 1; digits < MOST_DIGITS; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (rounded.doubleValue() == x) {
        return text(rounded);
      }
    }
    // 17 digits always suffice
    return text(exact.round(new MathContext(MOST_DIGITS, RoundingMode.HALF_EVEN)));
  }

  private static String text(BigDecimal decimal) {
    return decimal.stripTrailingZeros().toString();
  }
}
