package trainer.core.math;

/**
 * A sum of real numbers that is the same in any order: each is rounded once, to a multiple of
 * 2^-24, and from there only integers are added. Sums up to 2^79 fit.
 *
 * @param high multiples of 2^16
 * @param low the rest in multiples of 2^-24, 0 ≤ low &lt; 2^40
 */
public record ExactSum(long high, long low) {
  /** Nothing added yet. */
  public static final ExactSum ZERO = new ExactSum(0, 0);

  private static final int FRACTION_BITS = 24;
  private static final int LOW_BITS = 40;
  private static final long LOW_MASK = (1L << LOW_BITS) - 1;
  private static final double HIGH_UNIT = Math.scalb(1.0, LOW_BITS - FRACTION_BITS);

  /** The greatest value that may be added: no sum of 2^21 of them overflows. */
  public static final double MOST = Math.scalb(1.0, 58);

  public ExactSum {
    if (low < 0 || low > LOW_MASK) {
      throw new IllegalArgumentException("low part " + low);
    }
  }

  /**
   * The multiple of 2^-24 nearest to {@code value}.
   *
   * @throws IllegalArgumentException for NaN and beyond ±{@link #MOST}
   */
  public static ExactSum of(double value) {
    if (!(Math.abs(value) <= MOST)) {
      throw new IllegalArgumentException("a value of " + value);
    }
    double high = Math.floor(value / HIGH_UNIT);
    long low = (long) Math.rint(Math.scalb(value - high * HIGH_UNIT, FRACTION_BITS));
    return new ExactSum((long) high + (low >> LOW_BITS), low & LOW_MASK);
  }

  public ExactSum plus(ExactSum other) {
    long sum = low + other.low;
    return new ExactSum(high + other.high + (sum >> LOW_BITS), sum & LOW_MASK);
  }

  /** The nearest double, almost. */
  public double toDouble() {
    return high * HIGH_UNIT + Math.scalb((double) low, -FRACTION_BITS);
  }
}
