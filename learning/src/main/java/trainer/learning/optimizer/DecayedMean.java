package trainer.learning.optimizer;

/**
 * What is left of a decaying mean: itself, or 0 once it is too small to matter.
 *
 * <p>A mean that is multiplied by 0.9 at every step never becomes 0 by itself: it ends among the
 * denormal numbers, where rounding keeps it, and where a step takes 20 to 40 times as long. So it
 * would go with each row of a dense table whose feature has been absent for some 800 mini-batches.
 */
final class DecayedMean {
  private static final float LEAST = 1e-30f;

  private DecayedMean() {}

  static float of(float mean) {
    return Math.abs(mean) < LEAST ? 0f : mean;
  }
}
