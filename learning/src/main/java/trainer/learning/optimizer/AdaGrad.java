package trainer.learning.optimizer;

import java.util.Arrays;
import trainer.core.config.Keys;

/**
 * AdaGrad with a diagonal matrix and proximal L1 and L2 (Duchi, Hazan, Singer: Adaptive Subgradient
 * Methods, JMLR 12, 2011).
 *
 * <p>For each weight: n ← n + g², η = α/√n, w ← prox(w − η·g) with {@link Proximal} at rate η; n
 * begins at the initial accumulator. A row is regularised when it is touched. State: n, in the
 * order of the weights.
 */
final class AdaGrad implements Rule {
  private final float initialAccumulator;
  private final float l1;
  private final float l2;

  AdaGrad(OptimizerSettings settings) {
    this.initialAccumulator = settings.number(Keys.OPTIMIZER_INITIAL_ACCUMULATOR);
    this.l1 = settings.number(Keys.OPTIMIZER_L1);
    this.l2 = settings.number(Keys.OPTIMIZER_L2);
  }

  @Override
  public int state(int width) {
    return width;
  }

  @Override
  public void init(float[] cells, int offset, int width) {
    Arrays.fill(cells, offset + width, offset + 2 * width, initialAccumulator);
  }

  @Override
  public void apply(float alpha, float[] cells, int offset, int width, float[] gradient) {
    if (l1 == 0f && l2 == 0f && initialAccumulator > 0f) {
      applyAlone(alpha, cells, offset, width, gradient);
      return;
    }
    for (int i = 0; i < width; i++) {
      float g = gradient[i];
      float n = cells[offset + width + i] + g * g;
      if (n == 0f) {
        continue; // this weight has had no gradient: no rate to step with
      }
      float rate = alpha / (float) Math.sqrt(n);
      cells[offset + width + i] = n;
      cells[offset + i] = Proximal.step(cells[offset + i] - rate * g, rate, l1, l2);
    }
  }

  /** The same bits without a branch, for no regularisation; + 0 turns −0 into 0. */
  private static void applyAlone(
      float alpha, float[] cells, int offset, int width, float[] gradient) {
    for (int i = 0; i < width; i++) {
      float g = gradient[i];
      float n = cells[offset + width + i] + g * g;
      float rate = alpha / (float) Math.sqrt(n);
      cells[offset + width + i] = n;
      cells[offset + i] = cells[offset + i] - rate * g + 0f;
    }
  }
}
