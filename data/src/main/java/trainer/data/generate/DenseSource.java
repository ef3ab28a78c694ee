package trainer.data.generate;

/** Dense records: every feature, values normal, labels from a hidden logistic model. */
final class DenseSource implements RowSource {
  private static final double SPREAD = 2;

  private final int features;
  private final long seed;
  private final double[] weights;

  DenseSource(SyntheticSpec spec) {
    this.features = Math.toIntExact(spec.features());
    this.seed = spec.seed();
    this.weights = weights(spec.modelSeed(), features, 0);
  }

  /** Weights that give margins a deviation of about {@link #SPREAD}. */
  static double[] weights(long modelSeed, int features, int part) {
    Draws draws = Draws.model(modelSeed, part);
    double[] weights = new double[features];
    for (int i = 0; i < features; i++) {
      weights[i] = draws.normal() * SPREAD / Math.sqrt(features);
    }
    return weights;
  }

  /** Draws the values of all features. */
  static void values(Draws draws, Row row) {
    for (int i = 0; i < row.indices.length; i++) {
      row.indices[i] = i + 1L;
      row.units[i] = (int) Math.rint(draws.normal() * Row.UNIT);
    }
  }

  static double margin(double[] weights, Row row) {
    double margin = 0;
    for (int i = 0; i < weights.length; i++) {
      margin += weights[i] * row.value(i);
    }
    return margin;
  }

  @Override
  public Row newRow() {
    return new Row(features, false);
  }

  @Override
  public boolean isBinary() {
    return true;
  }

  @Override
  public void fill(long number, Row row) {
    Draws draws = Draws.record(seed, number);
    values(draws, row);
    row.probability = Draws.sigmoid(margin(weights, row));
    row.label = draws.uniform() < row.probability ? 1 : 0;
  }
}
