package trainer.core.math;

/**
 * Rounds gradients to fixed point, so that their sums are integers and do not depend on order.
 *
 * <p>x becomes the integer nearest to x · 2^fractionBits, ties to even. Range and NaN are tested
 * here, at the rounding, and never at the addition: |q| ≤ 2^62 / blocks of the mini-batch, so that
 * no partial sum in any order can overflow.
 */
public final class FixedPoint {
  /**
   * Added to a double below 2^51, it leaves the nearest integer, ties to even, in the last bits.
   */
  private static final double WHOLE = 0x1.8p52;

  private static final long WHOLE_BITS = Double.doubleToRawLongBits(WHOLE);

  private final double scale;
  private final float unit;
  private final double limit;

  /** The bits within which an integer fits, as does every value rounded to it. */
  private final int safeBits;

  /**
   * @param fractionBits bits behind the point
   * @param minibatchBlocks how many rounded values at most are added to one sum
   */
  public FixedPoint(int fractionBits, int minibatchBlocks) {
    this.scale = Math.scalb(1.0, fractionBits);
    this.unit = Math.scalb(1f, -fractionBits);
    this.limit = Math.scalb(1.0, 62) / Math.max(1, minibatchBlocks);
    this.safeBits = Math.min(50, Math.getExponent(limit) - 1);
  }

  /** Whether {@code x} can be rounded: neither NaN nor infinite nor too large. */
  public boolean fits(float x) {
    return Math.abs(x * scale) <= limit;
  }

  /** {@code x} in multiples of 2^-fractionBits. Only for an x that {@link #fits}. */
  public long round(float x) {
    return (long) Math.rint(x * scale);
  }

  /**
   * As {@link #round(float)}, for {@code count} values from {@code from} on, without a branch for
   * each.
   *
   * @return false if some are so large that each has to be tested with {@link #fits}; the contents
   *     of {@code rounded} are then undefined
   */
  public boolean round(float[] values, int from, int count, long[] rounded) {
    long edges = 0;
    for (int i = 0; i < count; i++) {
      long whole = Double.doubleToRawLongBits(values[from + i] * scale + WHOLE) - WHOLE_BITS;
      rounded[i] = whole;
      // the bits that differ from the sign show the largest magnitude
      edges |= whole ^ (whole >> (Long.SIZE - 1));
    }
    return edges >>> safeBits == 0;
  }

  /** The float nearest to {@code sum} · 2^-fractionBits. */
  public float toFloat(long sum) {
    return (float) sum * unit;
  }
}
