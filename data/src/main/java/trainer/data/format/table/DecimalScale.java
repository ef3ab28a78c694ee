package trainer.data.format.table;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The numbers that unscaled whole numbers stand for.
 *
 * @param digits the decimal digits behind the point
 */
public record DecimalScale(int digits) {
  /** The largest scale that is read. */
  public static final int MOST = 1000;

  private static final long MOST_EXACT = 1L << 53;

  /** The powers of ten that are doubles. */
  private static final double[] POWERS = powers(23);

  private static double[] powers(int count) {
    double[] powers = new double[count];
    for (int i = 0; i < count; i++) {
      powers[i] = new BigDecimal(BigInteger.TEN.pow(i)).doubleValue();
    }
    return powers;
  }

  /** The number nearest to an unscaled one. */
  public double number(long unscaled) {
    // the quotient of two exact doubles is the nearest double
    return digits < POWERS.length && Math.abs(unscaled) <= MOST_EXACT && unscaled != Long.MIN_VALUE
        ? unscaled / POWERS[digits]
        : BigDecimal.valueOf(unscaled, digits).doubleValue();
  }

  /** The number nearest to an unscaled one. */
  public double number(BigInteger unscaled) {
    return new BigDecimal(unscaled, digits).doubleValue();
  }

  /** The digits of an unscaled number, all of those behind the point among them. */
  public String text(BigInteger unscaled) {
    return new BigDecimal(unscaled, digits).toPlainString();
  }

  /** The same of at least one byte, of which the highest is first. */
  public String text(byte[] bytes, int from, int end) {
    return text(new BigInteger(bytes, from, end - from));
  }

  /** The number nearest to an unscaled one of at least one byte, of which the highest is first. */
  public double number(byte[] bytes, int from, int end) {
    if (end - from > Long.BYTES) {
      return number(new BigInteger(bytes, from, end - from));
    }
    long unscaled = bytes[from];
    for (int i = from + 1; i < end; i++) {
      unscaled = (unscaled << Byte.SIZE) | (bytes[i] & 0xFF);
    }
    return number(unscaled);
  }
}
