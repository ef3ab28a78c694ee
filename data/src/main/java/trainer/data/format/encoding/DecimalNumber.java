package trainer.data.format.encoding;

import java.math.BigDecimal;
import java.math.BigInteger;

/** The doubles nearest to decimal numbers. */
public final class DecimalNumber {
  private static final long MOST_EXACT = 1L << 53;

  /** The powers of ten that are doubles. */
  private static final double[] POWERS = powers(23);

  private DecimalNumber() {}

  private static double[] powers(int count) {
    double[] powers = new double[count];
    for (int i = 0; i < count; i++) {
      powers[i] = new BigDecimal(BigInteger.TEN.pow(i)).doubleValue();
    }
    return powers;
  }

  /**
   * The double nearest to {@code unscaled} · 10^−{@code scale}.
   *
   * @param scale not negative
   */
  public static double nearest(long unscaled, int scale) {
    // the quotient of two exact doubles is the nearest double
    return scale < POWERS.length && Math.abs(unscaled) <= MOST_EXACT && unscaled != Long.MIN_VALUE
        ? unscaled / POWERS[scale]
        : BigDecimal.valueOf(unscaled, scale).doubleValue();
  }

  /** The double nearest to {@code unscaled} · 10^−{@code scale}. */
  public static double nearest(BigInteger unscaled, int scale) {
    return new BigDecimal(unscaled, scale).doubleValue();
  }
}
