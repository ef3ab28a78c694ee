package trainer.learning.optimizer;

import trainer.core.config.Keys;

/**
 * FTRL-Proximal with per-coordinate rates (McMahan et al.: Ad Click Prediction, a View from the
 * Trenches, KDD 2013, algorithm 1).
 *
 * <p>For each weight: σ = (√(n+g²) − √n)/α, z ← z + g − σ·w, n ← n + g², and w = 0 if |z| ≤ λ1,
 * else −(z − sgn(z)·λ1) / ((β + √n)/α + λ2). State: z and s = √n of each weight, side by side. The
 * formulas use s, so it is stored instead of n. Its square is exact in double, so n + g² costs one
 * rounding and one root.
 *
 * <p><em>Schedules.</em> σ is the growth of the curvature h = (β + √n)/α + λ2, so that a gradient
 * of zero leaves w unchanged. Under a schedule α changes too, by an amount that a lazy row would
 * have to remember. Its old curvature follows from z and w instead: z = −h·w − sgn(w)·λ1 where w is
 * not 0. With that, z ← g − h·w − sgn(w)·λ1 at the new h. This is the same step, w ← w − g/h
 * (McMahan: Follow-the-Regularized-Leader and Mirror Descent, AISTATS 2011). With the published
 * formula, halving the rate would halve the weights.
 */
final class FtrlProximal implements Rule {
  /** A rate below which no gradient moves a weight, and z might overflow. */
  static final float NO_RATE = 1e-18f;

  private final float initialAccumulator;
  private final float initialAlpha;
  private final boolean scheduled;
  private final float beta;
  private final float l1;
  private final float l2;

  FtrlProximal(OptimizerSettings settings) {
    this.initialAccumulator = settings.number(Keys.OPTIMIZER_INITIAL_ACCUMULATOR);
    this.initialAlpha = settings.learningRate().base();
    this.scheduled = !settings.learningRate().isConstant();
    this.beta = settings.number(Keys.OPTIMIZER_BETA);
    this.l1 = settings.number(Keys.OPTIMIZER_L1);
    this.l2 = settings.number(Keys.OPTIMIZER_L2);
  }

  @Override
  public int state(int width) {
    return 2 * width;
  }

  /** Sets z so that the formula gives the initial weights of the row. */
  @Override
  public void init(float[] cells, int offset, int width) {
    float s = (float) Math.sqrt(initialAccumulator);
    for (int i = 0; i < width; i++) {
      float w = cells[offset + i];
      int state = offset + width + 2 * i;
      cells[state] = w == 0f ? 0f : placing(w, curvature(s, initialAlpha));
      cells[state + 1] = s;
    }
  }

  @Override
  public void apply(float alpha, float[] cells, int offset, int width, float[] gradient) {
    if (alpha < NO_RATE) {
      return;
    }
    for (int i = 0; i < width; i++) {
      float g = gradient[i];
      int state = offset + width + 2 * i;
      float before = cells[state + 1];
      float s = (float) Math.sqrt((double) before * before + (double) g * g);
      float w = cells[offset + i];
      float h = curvature(s, alpha);
      float z;
      if (scheduled && w != 0f) {
        z = placing(w, h) + g;
      } else {
        z = cells[state] + (g - (s - before) / alpha * w);
      }
      cells[state] = z;
      cells[state + 1] = s;
      float beyond = Math.abs(z) - l1;
      cells[offset + i] = beyond <= 0f ? 0f : -Math.copySign(beyond, z) / h;
    }
  }

  private float curvature(float s, float alpha) {
    return (beta + s) / alpha + l2;
  }

  /** The z that gives a weight. */
  private float placing(float w, float curvature) {
    return -w * curvature - Math.signum(w) * l1;
  }
}
