package trainer.model.score;

import trainer.model.stored.RowTable;

/**
 * Model {@code fm}: b + Σᵢ wᵢ·xᵢ + ½ Σ_f [(Σᵢ vᵢ,f·xᵢ)² − Σᵢ vᵢ,f²·xᵢ²] in float32 (Rendle:
 * Factorization Machines, ICDM 2010, lemma 3.1). A row is a weight, then its factors.
 *
 * <p>Each factor has sums of its own over the features in their order, and these are added in the
 * order of the factors. So one pass over the features gives the bits of training, which takes eight
 * factors at once.
 */
@SuppressWarnings("strictfp") // Java 17 alone is strict without it
public final strictfp class FactorizationModel implements RowModel {
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
    float[] sums = new float[rank];
    float[] squares = new float[rank];
    float[] drawn = null;
    float sum = bias;
    for (int j = from; j < to; j++) {
      float[] row = factors.values();
      int at = factors.find(keys[j]);
      if (at < 0) {
        drawn = drawn == null ? new float[1 + rank] : drawn;
        factors.initial(keys[j], drawn);
        row = drawn;
        at = 0;
      }
      float value = values == null ? 1f : values[j];
      sum += row[at] * value;
      add(row, at + 1, value, sums, squares);
    }
    float twice = 0f;
    for (int f = 0; f < rank; f++) {
      twice += sums[f] * sums[f] - squares[f];
    }
    scores[0] = sum + 0.5f * twice;
  }

  private static void add(float[] row, int at, float value, float[] sums, float[] squares) {
    for (int f = 0; f < sums.length; f++) {
      float product = row[at + f] * value;
      sums[f] += product;
      squares[f] += product * product;
    }
  }
}
