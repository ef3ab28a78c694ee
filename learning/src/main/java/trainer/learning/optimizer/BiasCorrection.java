package trainer.learning.optimizer;

import java.util.Arrays;

/**
 * 1 − β^t: the sum of the weights of an exponential mean after t values, if it began at 0. The
 * values are tabulated, since each row has its own t.
 */
final class BiasCorrection {
  private static final int MOST = 1 << 16;

  private final double beta;
  private final float[] table;

  BiasCorrection(float beta) {
    this.beta = beta;
    this.table = table(beta);
  }

  /** The values up to the first that is 1, or as many as a table may have. */
  private static float[] table(double beta) {
    float[] table = new float[64];
    for (int t = 1; t < MOST; t++) {
      if (t == table.length) {
        table = Arrays.copyOf(table, 2 * t);
      }
      table[t] = compute(beta, t);
      if (table[t] == 1f) {
        return Arrays.copyOf(table, t + 1);
      }
    }
    return Arrays.copyOf(table, MOST);
  }

  private static float compute(double beta, int t) {
    return (float) (1 - StrictMath.pow(beta, t));
  }

  /** The correction for t ≥ 1. */
  float at(int t) {
    if (t < table.length) {
      return table[t];
    }
    return table[table.length - 1] == 1f ? 1f : compute(beta, t);
  }
}
