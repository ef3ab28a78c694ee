package trainer.learning.optimizer;

/**
 * Plain stochastic gradient descent with proximal L1 and L2: w ← prox(w − η·g), see {@link
 * Proximal}. No state.
 */
final class Sgd implements Optimizer {
  private final OptimizerSettings settings;
  private final float rate;

  Sgd(OptimizerSettings settings) {
    this.settings = settings;
    this.rate = settings.learningRate();
  }

  @Override
  public int stateWidth() {
    return 0;
  }

  @Override
  public void init(float[] cells, int offset, int width) {}

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
      cells[offset + i] =
          Proximal.step(cells[offset + i] - rate * g, rate, settings.l1(), settings.l2());
    }
  }
}
