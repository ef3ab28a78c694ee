package trainer.model.score;

import trainer.model.stored.RowTable;

/** Model {@code softmax}: the logits b_c + Σ w_kc·xₖ in float32, in the order of the row. */
@SuppressWarnings("strictfp") // Java 17 alone is strict without it
public final strictfp class SoftmaxModel implements RowModel {
  private final RowTable weights;
  private final float[] bias;

  /**
   * @param weights a value a class; rows that are not stored are 0
   * @param bias one a class
   */
  public SoftmaxModel(RowTable weights, float[] bias) {
    this.weights = weights;
    this.bias = bias.clone();
  }

  @Override
  public int scores() {
    return bias.length;
  }

  @Override
  public void score(long[] keys, float[] values, int from, int to, float[] scores) {
    float[] all = weights.values();
    int classes = bias.length;
    System.arraycopy(bias, 0, scores, 0, classes);
    for (int j = from; j < to; j++) {
      int at = weights.find(keys[j]);
      float value = values == null ? 1f : values[j];
      for (int c = 0; c < classes; c++) {
        // a weight of 0 is added, too: −0 + 0 is 0, and 0 times infinity is no number
        scores[c] += (at < 0 ? 0f : all[at + c]) * value;
      }
    }
  }
}
