package trainer.learning.optimizer;

import trainer.core.config.Keys;

/**
 * Bounds the gradient before a rule uses it. First each value is limited to ±{@code value}, then
 * the row's Euclidean norm to {@code norm}, by g·norm/‖g‖ (Pascanu, Mikolov, Bengio: On the
 * Difficulty of Training Recurrent Neural Networks, ICML 2013, algorithm 1, of a row instead of the
 * whole model).
 *
 * <p>The input is the mini-batch's gradient, summed over all shares and scaled, so the result does
 * not depend on the cut into shares. There is no clipping by the norm over all rows: it would need
 * a sum over all partitions before the first row may change.
 */
final class Clipping {
  private final float value;
  private final double norm;

  private Clipping(float value, double norm) {
    this.value = value;
    this.norm = norm;
  }

  /** The clipping of a job; null if there is none. */
  static Clipping of(OptimizerSettings settings) {
    Float value = settings.numbers().get(Keys.OPTIMIZER_CLIP_VALUE);
    Float norm = settings.numbers().get(Keys.OPTIMIZER_CLIP_NORM);
    return value == null && norm == null
        ? null
        : new Clipping(
            value == null ? Float.POSITIVE_INFINITY : value,
            norm == null ? Double.POSITIVE_INFINITY : norm);
  }

  void clip(float[] gradient, int width) {
    double squares = 0;
    for (int i = 0; i < width; i++) {
      float bounded = Math.max(-value, Math.min(value, gradient[i]));
      gradient[i] = bounded;
      squares += (double) bounded * bounded;
    }
    double length = Math.sqrt(squares);
    if (length > norm) {
      double shrink = norm / length;
      for (int i = 0; i < width; i++) {
        gradient[i] = (float) (gradient[i] * shrink);
      }
    }
  }
}
