package trainer.model.score;

import trainer.model.stored.RowTable;

/** Models {@code logistic} and {@code linear}: b + Σ wₖ·xₖ in float32, in the order of the row. */
@SuppressWarnings("strictfp") // Java 17 alone is strict without it
public final strictfp class LinearModel implements RowModel {
  private final RowTable weights;
  private final float bias;

  /**
   * @param weights of width 1; rows that are not stored are 0
   * @param bias 0 for a model without an intercept
   */
  public LinearModel(RowTable weights, float bias) {
    this.weights = weights;
    this.bias = bias;
  }

  @Override
  public int scores() {
    return 1;
  }

  @Override
  public void score(long[] keys, float[] values, int from, int to, float[] scores) {
    float[] all = weights.values();
    float sum = bias;
    for (int j = from; j < to; j++) {
      int at = weights.find(keys[j]);
      float weight = at < 0 ? 0f : all[at];
      // a weight of 0 is added, too: −0 + 0 is 0, and 0 times infinity is no number
      sum += values == null ? weight : weight * values[j];
    }
    scores[0] = sum;
  }
}
