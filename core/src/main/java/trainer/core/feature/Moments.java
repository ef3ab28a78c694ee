package trainer.core.feature;

import java.math.BigInteger;
import trainer.core.math.WideSum;

/**
 * The first two moments of a column of numbers, without any rounding: count, sum and sum of
 * squares. Any order and any division of the column gives equal moments.
 *
 * <p>Every finite double is a multiple of 2^-1074, and its square one of 2^-2148. The sums count
 * these multiples, so there is no limit of range. Only {@link #mean} and {@link #deviation} round:
 * each is within one unit in the last place, or within 2^-1074 for numbers that small.
 *
 * @param count how many numbers
 * @param sum Σx in multiples of 2^-1074
 * @param squares Σx² in multiples of 2^-2148
 */
public record Moments(long count, BigInteger sum, BigInteger squares) {
  /** The moments of an empty column. */
  public static final Moments NONE = new Moments(0, BigInteger.ZERO, BigInteger.ZERO);

  public Moments {
    // n·Σx² ≥ (Σx)² for all real numbers (Cauchy and Schwarz)
    boolean possible = count > 0 ? squares.signum() >= 0 : count == 0 && squares.signum() == 0;
    if (!possible || spread(count, sum, squares).signum() < 0) {
      throw new IllegalArgumentException("no " + count + " numbers have these sums");
    }
  }

  /** The moments of both columns together. */
  public Moments plus(Moments other) {
    return new Moments(count + other.count, sum.add(other.sum), squares.add(other.squares));
  }

  /**
   * Σx / n.
   *
   * @throws ArithmeticException for an empty column
   */
  public double mean() {
    return WideSum.toDouble(sum.divide(BigInteger.valueOf(count)));
  }

  /**
   * The population standard deviation √(Σx²/n − (Σx/n)²) = √(n·Σx² − (Σx)²) / n. Its radicand is
   * exact, so nothing cancels when the mean is large.
   *
   * @throws ArithmeticException for an empty column
   */
  public double deviation() {
    // the root of multiples of 2^-2148 counts multiples of 2^-1074
    BigInteger root = spread(count, sum, squares).sqrt();
    return WideSum.toDouble(root.divide(BigInteger.valueOf(count)));
  }

  private static BigInteger spread(long count, BigInteger sum, BigInteger squares) {
    return squares.multiply(BigInteger.valueOf(count)).subtract(sum.multiply(sum));
  }
}
