package trainer.data.generate;

/** Dense records of several classes, numbered from 0, from a hidden softmax model. */
final class ClassSource implements RowSource {
  private final int features;
  private final long seed;
  private final double[][] weights;

  ClassSource(SyntheticSpec spec) {
    this.features = Math.toIntExact(spec.features());
    this.seed = spec.seed();
    this.weights = new double[spec.classes()][];
    for (int c = 0; c < weights.length; c++) {
      weights[c] = DenseSource.weights(spec.modelSeed(), features, c);
    }
  }

  @Override
  public Row newRow() {
    return new Row(features, false);
  }

  @Override
  public boolean isBinary() {
    return false;
  }

  @Override
  public void fill(long number, Row row) {
    Draws draws = Draws.record(seed, number);
    DenseSource.values(draws, row);
    double[] shares = new double[weights.length];
    double sum = 0;
    for (int c = 0; c < shares.length; c++) {
      shares[c] = StrictMath.exp(DenseSource.margin(weights[c], row));
      sum += shares[c];
    }
    double left = draws.uniform() * sum;
    int label = 0;
    while (label < shares.length - 1 && left >= shares[label]) {
      left -= shares[label++];
    }
    row.label = label;
    row.probability = shares[label] / sum;
  }
}
