package trainer.learning.optimizer;

/**
 * The value of a decaying mean, set to 0 once it is too small to matter.
 *
 * <p>A mean that is multiplied by 0.9 at every step never becomes 0 by itself. It ends among the
 * denormal numbers, where rounding keeps it and a step takes 20 to 40 times as long. In a dense
 * table this would happen to each row whose feature has been absent for some 800 mini-batches.
 */
final class DecayedMean {
  private static final float LEAST = 1e-30f;

  private DecayedMean() {}

  static float of(float mean) {
    return Math.abs(mean) < LEAST ? 0f : mean;
  }
}
