package trainer.learning.optimizer;

import trainer.core.config.Keys;

/**
 * Plain stochastic gradient descent with proximal L1 and L2: w ← prox(w − η·g), see {@link
 * Proximal}. No state.
 */
final class Sgd implements Rule {
  private final float l1;
  private final float l2;

  Sgd(OptimizerSettings settings) {
    this.l1 = settings.number(Keys.OPTIMIZER_L1);
    this.l2 = settings.number(Keys.OPTIMIZER_L2);
  }

  @Override
  public int state(int width) {
    return 0;
  }

  @Override
  public void init(float[] cells, int offset, int width) {}

  @Override
  public void apply(float rate, float[] cells, int offset, int width, float[] gradient) {
    for (int i = 0; i < width; i++) {
      cells[offset + i] = Proximal.step(cells[offset + i] - rate * gradient[i], rate, l1, l2);
    }
  }
}
