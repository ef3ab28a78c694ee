package trainer.learning.optimizer;

/**
 * FTRL-Proximal with per-coordinate rates (McMahan et al.: Ad Click Prediction, a View from the
 * Trenches, KDD 2013, algorithm 1).
 *
 * <p>For each weight: σ = (√(n+g²) − √n)/α, z ← z + g − σ·w, n ← n + g², and w = 0 if |z| ≤ λ1,
 * else −(z − sgn(z)·λ1) / ((β + √n)/α + λ2). State: z and s = √n of each weight, side by side. s is
 * kept instead of n because it is what the formulas use; its square is exact in double, so n + g²
 * costs one rounding and one root.
 */
final class FtrlProximal implements Optimizer {
  private final OptimizerSettings settings;
  private final float alpha;
  private final float beta;
  private final float l1;
  private final float l2;

  FtrlProximal(OptimizerSettings settings) {
    this.settings = settings;
    this.alpha = settings.learningRate();
    this.beta = settings.beta();
    this.l1 = settings.l1();
    this.l2 = settings.l2();
  }

  @Override
  public int stateWidth() {
    return 2;
  }

  /** Sets z so that the formula gives the weights the row begins with. */
  @Override
  public void init(float[] cells, int offset, int width) {
    float s = (float) Math.sqrt(settings.initialAccumulator());
    for (int i = 0; i < width; i++) {
      float w = cells[offset + i];
      int state = offset + width + 2 * i;
      cells[state] = w == 0f ? 0f : -w * curvature(s) - Math.signum(w) * l1;
      cells[state + 1] = s;
    }
  }

  @Override
  public void apply(
      float[] cells,
      int offset,
      int width,
      float[] gradients,
      int gradientOffset,
      long records,
      long version) {
    float factor = settings.factor(records);
    for (int i = 0; i < width; i++) {
      float g = gradients[gradientOffset + i] * factor;
      int state = offset + width + 2 * i;
      float before = cells[state + 1];
      float s = (float) Math.sqrt((double) before * before + (double) g * g);
      float z = cells[state] + (g - (s - before) / alpha * cells[offset + i]);
      cells[state] = z;
      cells[state + 1] = s;
      float beyond = Math.abs(z) - l1;
      cells[offset + i] = beyond <= 0f ? 0f : -Math.copySign(beyond, z) / curvature(s);
    }
  }

  private float curvature(float s) {
    return (beta + s) / alpha + l2;
  }
}
