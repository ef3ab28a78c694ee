package trainer.learning.optimizer;

import java.util.Arrays;
import trainer.core.config.Keys;

/**
 * RMSProp (Tieleman and Hinton: Neural Networks for Machine Learning, lecture 6e, 2012; in this
 * form Hinton's slide 29 with ε added to the root).
 *
 * <p>For each weight: a ← ρ·a + (1 − ρ)·g², η = α/(√a + ε), w ← prox(w − η·g) with {@link Proximal}
 * at rate η. State: a, in the order of the weights. Lazy: the mean of an untouched row does not
 * change.
 */
final class RmsProp implements Rule {
  private final float rho;
  private final float epsilon;
  private final float l1;
  private final float l2;

  RmsProp(OptimizerSettings settings) {
    this.rho = settings.number(Keys.OPTIMIZER_RHO);
    this.epsilon = settings.number(Keys.OPTIMIZER_EPSILON);
    this.l1 = settings.number(Keys.OPTIMIZER_L1);
    this.l2 = settings.number(Keys.OPTIMIZER_L2);
  }

  @Override
  public int state(int width) {
    return width;
  }

  @Override
  public void init(float[] cells, int offset, int width) {
    Arrays.fill(cells, offset + width, offset + 2 * width, 0f);
  }

  @Override
  public void apply(float alpha, float[] cells, int offset, int width, float[] gradient) {
    for (int i = 0; i < width; i++) {
      float g = gradient[i];
      float a = DecayedMean.of(rho * cells[offset + width + i] + (1f - rho) * (g * g));
      cells[offset + width + i] = a;
      float rate = alpha / ((float) Math.sqrt(a) + epsilon);
      cells[offset + i] = Proximal.step(cells[offset + i] - rate * g, rate, l1, l2);
    }
  }
}
