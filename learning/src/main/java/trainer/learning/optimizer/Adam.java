package trainer.learning.optimizer;

import java.util.Arrays;
import trainer.core.config.Keys;

/**
 * Adam (Kingma and Ba: Adam, a Method for Stochastic Optimization, ICLR 2015, algorithm 1).
 *
 * <p>For each weight: m ← β1·m + (1 − β1)·g, v ← β2·v + (1 − β2)·g², η = α/(√(v/(1 − β2^t)) + ε), w
 * ← prox(w − η·m/(1 − β1^t)) with {@link Proximal} at rate η.
 *
 * <p>State: m and v of each weight, side by side, then t, one for the whole row: the number of
 * mini-batches that touched it. A row has its own t since it begins with m = v = 0 at its first
 * touch. With the number of all mini-batches instead, the correction would be gone by then. The
 * first steps of a rare key would be more than three times too long.
 *
 * <p>Lazy: m, v and t of an untouched row do not change, so a rare row continues in its last
 * direction (as in TensorFlow's LazyAdam, except for t).
 */
final class Adam implements Rule {
  /**
   * The last count that float represents exactly with its successor; the correction has vanished by
   * then.
   */
  private static final float LAST = 1 << 24;

  private final float beta1;
  private final float beta2;
  private final float epsilon;
  private final float l1;
  private final float l2;
  private final BiasCorrection ofMean;
  private final BiasCorrection ofSquare;

  Adam(OptimizerSettings settings) {
    this.beta1 = settings.number(Keys.OPTIMIZER_BETA1);
    this.beta2 = settings.number(Keys.OPTIMIZER_BETA2);
    this.epsilon = settings.number(Keys.OPTIMIZER_EPSILON);
    this.l1 = settings.number(Keys.OPTIMIZER_L1);
    this.l2 = settings.number(Keys.OPTIMIZER_L2);
    this.ofMean = new BiasCorrection(beta1);
    this.ofSquare = new BiasCorrection(beta2);
  }

  @Override
  public int state(int width) {
    return 2 * width + 1;
  }

  @Override
  public void init(float[] cells, int offset, int width) {
    Arrays.fill(cells, offset + width, offset + 3 * width + 1, 0f);
  }

  @Override
  public void apply(float alpha, float[] cells, int offset, int width, float[] gradient) {
    int clock = offset + 3 * width;
    float t = Math.min(cells[clock] + 1f, LAST);
    cells[clock] = t;
    float meanWeight = ofMean.at((int) t);
    float squareWeight = ofSquare.at((int) t);
    for (int i = 0; i < width; i++) {
      float g = gradient[i];
      int state = offset + width + 2 * i;
      float m = DecayedMean.of(beta1 * cells[state] + (1f - beta1) * g);
      float v = DecayedMean.of(beta2 * cells[state + 1] + (1f - beta2) * (g * g));
      cells[state] = m;
      cells[state + 1] = v;
      float rate = alpha / ((float) Math.sqrt(v / squareWeight) + epsilon);
      float moved = cells[offset + i] - rate * (m / meanWeight);
      cells[offset + i] = Proximal.step(moved, rate, l1, l2);
    }
  }
}
