package trainer.learning.model;

/**
 * The sums of a factorization machine over features and pairs of them: Σᵢ wᵢ·xᵢ, and ½ Σ_f [(Σᵢ
 * vᵢ,f·xᵢ)² − Σᵢ vᵢ,f²·xᵢ²]. The latter is Σᵢ﹤ⱼ ⟨vᵢ, vⱼ⟩·xᵢ·xⱼ in time linear in the features and
 * factors (Rendle: Factorization Machines, ICDM 2010, lemma 3.1).
 *
 * <p>In float32. Each factor has sums of its own over the features in their order, and these are
 * added in the order of the factors. So computing several factors at once gives the same bits.
 * Eight are computed at once, in local variables: Java does not vectorize a loop as short as a
 * rank, and here it need not, see {@code benchmarks/factorization-machine}.
 *
 * <p>A row is a feature's weight followed by its factors.
 */
final class Interactions {
  private static final int AT_ONCE = 8;

  private final int rank;
  private final int width;

  /**
   * @param rank the number of factors of a feature
   */
  Interactions(int rank) {
    this.rank = rank;
    this.width = 1 + rank;
  }

  /** b + Σᵢ wᵢ·xᵢ of one record. */
  float linear(float bias, int[] at, float[] rows, float[] values, int from, int to) {
    float sum = bias;
    for (int j = from; j < to; j++) {
      sum += rows[at[j] * width] * (values == null ? 1f : values[j]);
    }
    return sum;
  }

  /** Adds {@code slope}·x of one record. */
  void addLinear(float[] gradient, float slope, int[] at, float[] values, int from, int to) {
    for (int j = from; j < to; j++) {
      gradient[at[j] * width] += slope * (values == null ? 1f : values[j]);
    }
  }

  /**
   * The interactions of one record's features.
   *
   * @param at the local rows of features
   * @param values one per feature, or null when all are 1
   * @param sums receives Σᵢ vᵢ,f·xᵢ of each factor, for {@link #addTo}
   */
  float of(int[] at, float[] rows, float[] values, int from, int to, float[] sums) {
    float twice = 0f;
    int f = 0;
    for (; f <= rank - AT_ONCE; f += AT_ONCE) {
      twice = eight(twice, at, rows, values, from, to, f, sums);
    }
    for (; f < rank; f++) {
      twice = one(twice, at, rows, values, from, to, f, sums);
    }
    return 0.5f * twice;
  }

  /**
   * Adds {@code slope} times the derivatives of one record's interactions: xᵢ·(Σⱼ vⱼ,f·xⱼ −
   * vᵢ,f·xᵢ) for each factor of each feature.
   *
   * @param sums as {@link #of} filled them
   */
  void addTo(
      float[] gradient,
      float slope,
      int[] at,
      float[] rows,
      float[] values,
      int from,
      int to,
      float[] sums) {
    int f = 0;
    for (; f <= rank - AT_ONCE; f += AT_ONCE) {
      addEight(gradient, slope, at, rows, values, from, to, f, sums);
    }
    for (; f < rank; f++) {
      addOne(gradient, slope, at, rows, values, from, to, f, sums);
    }
  }

  private float one(
      float before, int[] at, float[] rows, float[] values, int from, int to, int f, float[] sums) {
    float sum = 0f;
    float squares = 0f;
    for (int j = from; j < to; j++) {
      float t = rows[at[j] * width + 1 + f] * (values == null ? 1f : values[j]);
      sum += t;
      squares += t * t;
    }
    sums[f] = sum;
    return before + (sum * sum - squares);
  }

  private void addOne(
      float[] gradient,
      float slope,
      int[] at,
      float[] rows,
      float[] values,
      int from,
      int to,
      int f,
      float[] sums) {
    float sum = sums[f];
    for (int j = from; j < to; j++) {
      float x = values == null ? 1f : values[j];
      int row = at[j] * width + 1 + f;
      gradient[row] += slope * x * (sum - rows[row] * x);
    }
  }

  private float eight(
      float before, int[] at, float[] rows, float[] values, int from, int to, int f, float[] sums) {
    float sum0 = 0f;
    float sum1 = 0f;
    float sum2 = 0f;
    float sum3 = 0f;
    float sum4 = 0f;
    float sum5 = 0f;
    float sum6 = 0f;
    float sum7 = 0f;
    float squares0 = 0f;
    float squares1 = 0f;
    float squares2 = 0f;
    float squares3 = 0f;
    float squares4 = 0f;
    float squares5 = 0f;
    float squares6 = 0f;
    float squares7 = 0f;
    for (int j = from; j < to; j++) {
      float x = values == null ? 1f : values[j];
      int row = at[j] * width + 1 + f;
      float t0 = rows[row] * x;
      float t1 = rows[row + 1] * x;
      float t2 = rows[row + 2] * x;
      float t3 = rows[row + 3] * x;
      float t4 = rows[row + 4] * x;
      float t5 = rows[row + 5] * x;
      float t6 = rows[row + 6] * x;
      float t7 = rows[row + 7] * x;
      sum0 += t0;
      sum1 += t1;
      sum2 += t2;
      sum3 += t3;
      sum4 += t4;
      sum5 += t5;
      sum6 += t6;
      sum7 += t7;
      squares0 += t0 * t0;
      squares1 += t1 * t1;
      squares2 += t2 * t2;
      squares3 += t3 * t3;
      squares4 += t4 * t4;
      squares5 += t5 * t5;
      squares6 += t6 * t6;
      squares7 += t7 * t7;
    }
    sums[f] = sum0;
    sums[f + 1] = sum1;
    sums[f + 2] = sum2;
    sums[f + 3] = sum3;
    sums[f + 4] = sum4;
    sums[f + 5] = sum5;
    sums[f + 6] = sum6;
    sums[f + 7] = sum7;
    float twice = before + (sum0 * sum0 - squares0);
    twice += sum1 * sum1 - squares1;
    twice += sum2 * sum2 - squares2;
    twice += sum3 * sum3 - squares3;
    twice += sum4 * sum4 - squares4;
    twice += sum5 * sum5 - squares5;
    twice += sum6 * sum6 - squares6;
    twice += sum7 * sum7 - squares7;
    return twice;
  }

  private void addEight(
      float[] gradient,
      float slope,
      int[] at,
      float[] rows,
      float[] values,
      int from,
      int to,
      int f,
      float[] sums) {
    float sum0 = sums[f];
    float sum1 = sums[f + 1];
    float sum2 = sums[f + 2];
    float sum3 = sums[f + 3];
    float sum4 = sums[f + 4];
    float sum5 = sums[f + 5];
    float sum6 = sums[f + 6];
    float sum7 = sums[f + 7];
    for (int j = from; j < to; j++) {
      float x = values == null ? 1f : values[j];
      float scale = slope * x;
      int row = at[j] * width + 1 + f;
      gradient[row] += scale * (sum0 - rows[row] * x);
      gradient[row + 1] += scale * (sum1 - rows[row + 1] * x);
      gradient[row + 2] += scale * (sum2 - rows[row + 2] * x);
      gradient[row + 3] += scale * (sum3 - rows[row + 3] * x);
      gradient[row + 4] += scale * (sum4 - rows[row + 4] * x);
      gradient[row + 5] += scale * (sum5 - rows[row + 5] * x);
      gradient[row + 6] += scale * (sum6 - rows[row + 6] * x);
      gradient[row + 7] += scale * (sum7 - rows[row + 7] * x);
    }
  }
}
