package trainer.core.math;

/**
 * Rounds gradients to fixed point, so that their sums are integers and do not depend on order.
 *
 * <p>x becomes the integer nearest to x · 2^fractionBits, ties to even. Range and NaN are tested
 * here, at the rounding, and never at the addition: |q| ≤ 2^62 / blocks of the mini-batch, so that
 * no partial sum in any order can overflow.
 */
public final class FixedPoint {
  private final double scale;
  private final float unit;
  private final double limit;

  /**
   * @param fractionBits bits behind the point
   * @param minibatchBlocks how many rounded values at most are added to one sum
   */
  public FixedPoint(int fractionBits, int minibatchBlocks) {
    this.scale = Math.scalb(1.0, fractionBits);
    this.unit = Math.scalb(1f, -fractionBits);
    this.limit = Math.scalb(1.0, 62) / Math.max(1, minibatchBlocks);
  }

  /** Whether {@code x} can be rounded: neither NaN nor infinite nor too large. */
  public boolean fits(float x) {
    return Math.abs(x * scale) <= limit;
  }

  /** {@code x} in multiples of 2^-fractionBits. Only for an x that {@link #fits}. */
  public long round(float x) {
    return (long) Math.rint(x * scale);
  }

  /** The float nearest to {@code sum} · 2^-fractionBits. */
  public float toFloat(long sum) {
    return (float) sum * unit;
  }
}
