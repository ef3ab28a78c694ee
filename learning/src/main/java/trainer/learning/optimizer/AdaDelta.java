package trainer.learning.optimizer;

import java.util.Arrays;
import trainer.core.config.Keys;

/**
 * AdaDelta (Zeiler: ADADELTA, an Adaptive Learning Rate Method, arXiv:1212.5701, 2012, algorithm
 * 1), with a learning rate, which is 1 in the paper.
 *
 * <p>For each weight: a ← ρ·a + (1 − ρ)·g², Δ = g·√(d + ε)/√(a + ε), d ← ρ·d + (1 − ρ)·Δ², w ←
 * prox(w − α·Δ) with {@link Proximal} at rate α·√(d + ε)/√(a + ε). State: a and d of each weight,
 * side by side. Lazy: the means of an untouched row do not change.
 */
final class AdaDelta implements Rule {
  private final float rho;
  private final float epsilon;
  private final float l1;
  private final float l2;

  AdaDelta(OptimizerSettings settings) {
    this.rho = settings.number(Keys.OPTIMIZER_RHO);
    this.epsilon = settings.number(Keys.OPTIMIZER_EPSILON);
    this.l1 = settings.number(Keys.OPTIMIZER_L1);
    this.l2 = settings.number(Keys.OPTIMIZER_L2);
  }

  @Override
  public int state(int width) {
    return 2 * width;
  }

  @Override
  public void init(float[] cells, int offset, int width) {
    Arrays.fill(cells, offset + width, offset + 3 * width, 0f);
  }

  @Override
  public void apply(float alpha, float[] cells, int offset, int width, float[] gradient) {
    for (int i = 0; i < width; i++) {
      float g = gradient[i];
      int state = offset + width + 2 * i;
      float a = DecayedMean.of(rho * cells[state] + (1f - rho) * (g * g));
      float d = cells[state + 1];
      float ratio = (float) Math.sqrt((d + epsilon) / (a + epsilon));
      float delta = ratio * g;
      cells[state] = a;
      cells[state + 1] = DecayedMean.of(rho * d + (1f - rho) * (delta * delta));
      float rate = alpha * ratio;
      cells[offset + i] = Proximal.step(cells[offset + i] - rate * g, rate, l1, l2);
    }
  }
}
