package trainer.learning.optimizer;

/**
 * AdaGrad with a diagonal matrix and proximal L1 and L2 (Duchi, Hazan, Singer: Adaptive Subgradient
 * Methods, JMLR 12, 2011).
 *
 * <p>For each weight: n ← n + g², η = α/√n, w ← prox(w − η·g) with {@link Proximal} at rate η; n
 * begins at the initial accumulator. A row is regularised when it is touched. State: n, in the
 * order of the weights.
 */
final class AdaGrad implements Optimizer {
  private final OptimizerSettings settings;
  private final float alpha;
  private final float l1;
  private final float l2;

  AdaGrad(OptimizerSettings settings) {
    this.settings = settings;
    this.alpha = settings.learningRate();
    this.l1 = settings.l1();
    this.l2 = settings.l2();
  }

  @Override
  public int stateWidth() {
    return 1;
  }

  @Override
  public void init(float[] cells, int offset, int width) {
    for (int i = 0; i < width; i++) {
      cells[offset + width + i] = settings.initialAccumulator();
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
      float n = cells[offset + width + i] + g * g;
      if (n == 0f) {
        continue; // nothing was ever learned of this weight: no rate to step with
      }
      float rate = alpha / (float) Math.sqrt(n);
      cells[offset + width + i] = n;
      cells[offset + i] = Proximal.step(cells[offset + i] - rate * g, rate, l1, l2);
    }
  }
}
