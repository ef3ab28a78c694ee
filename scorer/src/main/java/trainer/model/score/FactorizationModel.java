package trainer.model.score;

import trainer.model.stored.RowTable;

/**
 * Model {@code fm}: b + Σᵢ wᵢ·xᵢ + ½ Σ_f [(Σᵢ vᵢ,f·xᵢ)² − Σᵢ vᵢ,f²·xᵢ²] in float32 (Rendle:
 * Factorization Machines, ICDM 2010, lemma 3.1). A row is a weight, then its factors.
 *
 * <p>Each factor has sums of its own over the features in their order, and these are added in the
 * order of the factors. So any number of factors at once gives the bits of training. Four are
 * computed at once, in local variables.
 */
@SuppressWarnings("strictfp") // Java 17 alone is strict without it
public final strictfp class FactorizationModel implements RowModel {
  private static final int AT_ONCE = 4;

  private final RowTable factors;
  private final float bias;
  private final int rank;

  /**
   * @param factors a weight and then the factors; rows that are not stored are drawn by their key
   * @param bias 0 for a model without an intercept
   */
  public FactorizationModel(RowTable factors, float bias) {
    this.factors = factors;
    this.bias = bias;
    this.rank = factors.width() - 1;
  }

  @Override
  public int scores() {
    return 1;
  }

  @Override
  public void score(long[] keys, float[] values, int from, int to, float[] scores) {
    int count = to - from;
    int width = 1 + rank;
    // side by side, so that the loops below read memory in its order
    float[] rows = new float[count * width];
    for (int j = 0; j < count; j++) {
      factors.copy(keys[from + j], rows, j * width);
    }
    float sum = bias;
    for (int j = 0; j < count; j++) {
      sum += rows[j * width] * (values == null ? 1f : values[from + j]);
    }
    scores[0] = sum + interactions(rows, values, from, count);
  }

  private float interactions(float[] rows, float[] values, int from, int count) {
    float twice = 0f;
    int f = 0;
    for (; f <= rank - AT_ONCE; f += AT_ONCE) {
      twice = four(twice, rows, values, from, count, f);
    }
    for (; f < rank; f++) {
      twice = one(twice, rows, values, from, count, f);
    }
    return 0.5f * twice;
  }

  private float one(float before, float[] rows, float[] values, int from, int count, int f) {
    float sum = 0f;
    float squares = 0f;
    for (int j = 0; j < count; j++) {
      float t = rows[j * (1 + rank) + 1 + f] * (values == null ? 1f : values[from + j]);
      sum += t;
      squares += t * t;
    }
    return before + (sum * sum - squares);
  }

  private float four(float before, float[] rows, float[] values, int from, int count, int f) {
    float sum0 = 0f;
    float sum1 = 0f;
    float sum2 = 0f;
    float sum3 = 0f;
    float squares0 = 0f;
    float squares1 = 0f;
    float squares2 = 0f;
    float squares3 = 0f;
    for (int j = 0; j < count; j++) {
      float x = values == null ? 1f : values[from + j];
      int row = j * (1 + rank) + 1 + f;
      float t0 = rows[row] * x;
      float t1 = rows[row + 1] * x;
      float t2 = rows[row + 2] * x;
      float t3 = rows[row + 3] * x;
      sum0 += t0;
      sum1 += t1;
      sum2 += t2;
      sum3 += t3;
      squares0 += t0 * t0;
      squares1 += t1 * t1;
      squares2 += t2 * t2;
      squares3 += t3 * t3;
    }
    float twice = before + (sum0 * sum0 - squares0);
    twice += sum1 * sum1 - squares1;
    twice += sum2 * sum2 - squares2;
    twice += sum3 * sum3 - squares3;
    return twice;
  }
}
