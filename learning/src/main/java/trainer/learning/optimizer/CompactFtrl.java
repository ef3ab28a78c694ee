package trainer.learning.optimizer;

import trainer.core.config.Keys;

/**
 * {@link FtrlProximal} at a constant rate, for weights that begin at zero. Such weights follow from
 * z and s, so a row holds only those two. It takes two thirds of the memory and gives the same
 * bits.
 */
final class CompactFtrl implements Rule {
  private final float initialAccumulator;
  private final float alpha;
  private final float beta;
  private final float l1;
  private final float l2;

  CompactFtrl(OptimizerSettings settings) {
    this.initialAccumulator = settings.number(Keys.OPTIMIZER_INITIAL_ACCUMULATOR);
    this.alpha = settings.learningRate().base();
    this.beta = settings.number(Keys.OPTIMIZER_BETA);
    this.l1 = settings.number(Keys.OPTIMIZER_L1);
    this.l2 = settings.number(Keys.OPTIMIZER_L2);
  }

  @Override
  public int state(int width) {
    return 2 * width;
  }

  @Override
  public boolean keepsWeights() {
    return false;
  }

  @Override
  public void init(float[] cells, int offset, int width) {
    float s = (float) Math.sqrt(initialAccumulator);
    for (int i = 0; i < width; i++) {
      cells[offset + 2 * i] = 0f;
      cells[offset + 2 * i + 1] = s;
    }
  }

  @Override
  public void readWeights(float[] cells, int offset, int width, float[] target, int at) {
    for (int i = 0; i < width; i++) {
      target[at + i] = weight(cells[offset + 2 * i], cells[offset + 2 * i + 1]);
    }
  }

  @Override
  public void readWeights(float[][] columns, int count, float[] target) {
    float[] z = columns[0];
    float[] s = columns[1];
    for (int i = 0; i < count; i++) {
      target[i] = weight(z[i], s[i]);
    }
  }

  @Override
  public void apply(float rate, float[] cells, int offset, int width, float[] gradient) {
    if (rate < FtrlProximal.NO_RATE) {
      return;
    }
    for (int i = 0; i < width; i++) {
      float g = gradient[i];
      int state = offset + 2 * i;
      float z = cells[state];
      float before = cells[state + 1];
      float s = (float) Math.sqrt((double) before * before + (double) g * g);
      cells[state] = z + (g - (s - before) / rate * weight(z, before));
      cells[state + 1] = s;
    }
  }

  /**
   * Computes a weight without a branch or a sign to copy, so that Java vectorizes it. The part of z
   * beyond ±λ1 is z minus its clamped value. + 0 turns −0 into 0.
   */
  private float weight(float z, float s) {
    float beyond = z - Math.max(-l1, Math.min(z, l1));
    return -beyond / ((beta + s) / alpha + l2) + 0f;
  }
}
