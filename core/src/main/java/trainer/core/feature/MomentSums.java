package trainer.core.feature;

import java.math.BigInteger;
import trainer.core.math.WideSum;

/**
 * Accumulates the {@link Moments} of a column, number by number. Confined to one thread; the parts
 * of several threads are added as {@code Moments}.
 *
 * <p>A square is the sum of two doubles, its rounded value p and the error fma(x, x, −p) (Dekker).
 * Both are exact as long as neither overflows or underflows. So very small and very large numbers
 * are first scaled by a power of 2, and summed apart.
 */
public final class MomentSums {
  private static final int SMALL = 0;
  private static final int MIDDLE = 1;
  private static final int LARGE = 2;

  /** Numbers below 2^-400 are small, those from 2^401 on are large. */
  private static final int MIDDLE_EXPONENT = 400;

  private static final int[] SCALE_BITS = {600, 0, -600};
  private static final double[] SCALE = {0x1p600, 1, 0x1p-600};
  private static final int UNIT_BITS = 1074;

  private final WideSum sum = new WideSum();
  private final WideSum[] squares = {new WideSum(), new WideSum(), new WideSum()};
  private long count;

  /**
   * Adds a number.
   *
   * @throws IllegalArgumentException for NaN and infinities
   */
  public void add(double x) {
    sum.add(x);
    int band = bandOf(Math.getExponent(x));
    double scaled = x * SCALE[band];
    double square = scaled * scaled;
    squares[band].add(square);
    squares[band].add(Math.fma(scaled, scaled, -square));
    count++;
  }

  private static int bandOf(int exponent) {
    if (exponent < -MIDDLE_EXPONENT) {
      return SMALL;
    }
    return exponent > MIDDLE_EXPONENT ? LARGE : MIDDLE;
  }

  /** Forgets all numbers. */
  public void clear() {
    sum.clear();
    for (WideSum one : squares) {
      one.clear();
    }
    count = 0;
  }

  /** The moments of the numbers so far. */
  public Moments moments() {
    BigInteger total = BigInteger.ZERO;
    for (int band = SMALL; band <= LARGE; band++) {
      // from units of 2^-1074 of the scaled squares to units of 2^-2148
      total = total.add(squares[band].units().shiftLeft(UNIT_BITS - 2 * SCALE_BITS[band]));
    }
    return new Moments(count, sum.units(), total);
  }
}
