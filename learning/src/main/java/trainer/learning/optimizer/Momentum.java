package trainer.learning.optimizer;

import java.util.Arrays;
import trainer.core.config.Keys;

/**
 * Descent with momentum: the heavy ball (Polyak: Some Methods of Speeding up the Convergence of
 * Iteration Methods, 1964), or Nesterov's accelerated gradient in the form of Sutskever, Martens,
 * Dahl, Hinton: On the Importance of Initialization and Momentum in Deep Learning, ICML 2013.
 *
 * <p>For each weight: v ← μ·v + g; then w ← prox(w − η·v), or Nesterov's w ← prox(w − η·(g + μ·v)).
 * In Nesterov's form the stored and served weights are the point ahead, θ + μ·v of the paper, at
 * which the gradient is computed (Bengio, Boulanger-Lewandowski, Pascanu: Advances in Optimizing
 * Recurrent Networks, ICASSP 2013, section 3.5). The rate is not part of v, so that a schedule acts
 * at once. A gradient finally moves a weight by η/(1 − μ), so that is the rate of L1 and L2. State:
 * v, in the order of the weights.
 *
 * <p>Lazy: an untouched row keeps its weights and its velocity.
 */
final class Momentum implements Rule {
  private final float momentum;
  private final boolean ahead;
  private final float gain;
  private final float l1;
  private final float l2;

  /**
   * @param ahead whether to use Nesterov's form
   */
  Momentum(OptimizerSettings settings, boolean ahead) {
    this.momentum = settings.number(Keys.OPTIMIZER_MOMENTUM);
    this.ahead = ahead;
    this.gain = 1f / (1f - momentum);
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
  public void apply(float rate, float[] cells, int offset, int width, float[] gradient) {
    for (int i = 0; i < width; i++) {
      float g = gradient[i];
      float v = DecayedMean.of(momentum * cells[offset + width + i] + g);
      cells[offset + width + i] = v;
      float move = ahead ? g + momentum * v : v;
      cells[offset + i] = Proximal.step(cells[offset + i] - rate * move, rate * gain, l1, l2);
    }
  }
}
