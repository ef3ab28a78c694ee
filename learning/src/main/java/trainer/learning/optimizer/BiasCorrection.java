package trainer.learning.optimizer;

import java.util.Arrays;

/**
 * 1 − β^t: what the weights of an exponential mean add up to after t values, if it began at 0.
 * Looked up, because each row has its own t.
 */
final class BiasCorrection {
  private static final int MOST = 1 << 16;

  private final double beta;
  private final float[] table;

  BiasCorrection(float beta) {
    this.beta = beta;
    this.table = table(beta);
  }

  /** As far as it is not 1, or as long as a table may be. */
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

  /** For t ≥ 1. */
  float at(int t) {
    if (t < table.length) {
      return table[t];
    }
    return table[table.length - 1] == 1f ? 1f : compute(beta, t);
  }
}
