package trainer.model.score;

import trainer.model.stored.WeightTable;

/** Models {@code logistic} and {@code linear}: b + Σ wₖ·xₖ in float32, in the order of the row. */
@SuppressWarnings("strictfp") // Java 17 alone is strict without it
public final strictfp class LinearModel implements RowModel {
  private final WeightTable weights;
  private final float bias;

  /**
   * @param weights one a feature
   * @param bias 0 for a model without an intercept
   */
  public LinearModel(WeightTable weights, float bias) {
    this.weights = weights;
    this.bias = bias;
  }

  @Override
  public int scores() {
    return 1;
  }

  @Override
  public void score(long[] keys, float[] values, int from, int to, float[] scores) {
    float sum = bias;
    // a weight of 0 is added, too: −0 + 0 is 0, and 0 times infinity is no number
    if (values == null) {
      for (int j = from; j < to; j++) {
        sum += weights.weight(keys[j]);
      }
    } else {
      for (int j = from; j < to; j++) {
        sum += weights.weight(keys[j]) * values[j];
      }
    }
    scores[0] = sum;
  }
}
