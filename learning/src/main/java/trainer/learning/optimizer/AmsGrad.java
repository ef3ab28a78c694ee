package trainer.learning.optimizer;

import java.util.Arrays;
import trainer.core.config.Keys;

/**
 * AMSGrad (Reddi, Kale, Kumar: On the Convergence of Adam and Beyond, ICLR 2018, algorithm 2, with
 * Adam's ε beside the root).
 *
 * <p>For each weight: m ← β1·m + (1 − β1)·g, v ← β2·v + (1 − β2)·g², u ← max(u, v), η = α/(√u + ε),
 * w ← prox(w − η·m) with {@link Proximal} at rate η. As in the paper there is no correction for the
 * initial zeros of m and v, so a row needs no t. State: m, v and u of each weight, side by side.
 * Lazy: all three of an untouched row do not change.
 */
final class AmsGrad implements Rule {
  private final float beta1;
  private final float beta2;
  private final float epsilon;
  private final float l1;
  private final float l2;

  AmsGrad(OptimizerSettings settings) {
    this.beta1 = settings.number(Keys.OPTIMIZER_BETA1);
    this.beta2 = settings.number(Keys.OPTIMIZER_BETA2);
    this.epsilon = settings.number(Keys.OPTIMIZER_EPSILON);
    this.l1 = settings.number(Keys.OPTIMIZER_L1);
    this.l2 = settings.number(Keys.OPTIMIZER_L2);
  }

  @Override
  public int state(int width) {
    return 3 * width;
  }

  @Override
  public void init(float[] cells, int offset, int width) {
    Arrays.fill(cells, offset + width, offset + 4 * width, 0f);
  }

  @Override
  public void apply(float alpha, float[] cells, int offset, int width, float[] gradient) {
    for (int i = 0; i < width; i++) {
      float g = gradient[i];
      int state = offset + width + 3 * i;
      float m = DecayedMean.of(beta1 * cells[state] + (1f - beta1) * g);
      float v = DecayedMean.of(beta2 * cells[state + 1] + (1f - beta2) * (g * g));
      float u = Math.max(cells[state + 2], v);
      cells[state] = m;
      cells[state + 1] = v;
      cells[state + 2] = u;
      float rate = alpha / ((float) Math.sqrt(u) + epsilon);
      cells[offset + i] = Proximal.step(cells[offset + i] - rate * m, rate, l1, l2);
    }
  }
}
