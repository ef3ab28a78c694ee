package trainer.data.generate;

/**
 * Draws ranks 0 .. n-1 with probability ∝ (rank+1)^-s, s &gt; 1, by inversion of the distribution
 * function.
 *
 * <p>The values of the function at the first 2^22 ranks are stored, and a guide table (Chen and
 * Asau, 1974) narrows the search to a few of them. For later ranks the sums equal integrals to
 * within the rounding of a double (the midpoint rule: relative error s(s+1)/(24·rank²)), and the
 * function is inverted in closed form.
 */
final class Zipf {
  static final int HEAD = 1 << 22;
  private static final int GUIDES = 1 << 14;

  private final int n;
  private final double s;
  private final double[] cumulated;
  private final int[] guide = new int[GUIDES + 1];

  /** The sum of the weights of all ranks. */
  private final double total;

  Zipf(int n, double s) {
    this(n, s, HEAD);
  }

  /**
   * @param head the most ranks for which the distribution function is stored
   */
  Zipf(int n, double s, int head) {
    this.n = n;
    this.s = s;
    cumulated = new double[Math.min(n, head)];
    double sum = 0;
    for (int i = 0; i < cumulated.length; i++) {
      sum += StrictMath.pow(i + 1, -s);
      cumulated[i] = sum;
    }
    total = sum + (integral(n) - integral(cumulated.length));
    for (int i = 0; i < cumulated.length; i++) {
      cumulated[i] /= total;
    }
    int rank = 0;
    for (int g = 0; g <= GUIDES; g++) {
      while (rank < cumulated.length - 1 && cumulated[rank] <= g / (double) GUIDES) {
        rank++;
      }
      guide[g] = rank;
    }
  }

  /**
   * The sum of the weights of the ranks below {@code rank}, up to a constant; for large ranks only.
   */
  private double integral(int rank) {
    return -StrictMath.pow(rank + 0.5, 1 - s) / (s - 1);
  }

  /** The first rank whose cumulated probability exceeds {@code u}, 0 ≤ u &lt; 1. */
  int rank(double u) {
    if (cumulated.length < n && u >= cumulated[cumulated.length - 1]) {
      return tail(u);
    }
    int cell = (int) (u * GUIDES);
    int low = guide[cell];
    int high = guide[cell + 1];
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (cumulated[middle] > u) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private int tail(double u) {
    double behind = (u - cumulated[cumulated.length - 1]) * total;
    double below = -(integral(cumulated.length) + behind) * (s - 1);
    double rank = StrictMath.pow(below, 1 / (1 - s)) - 0.5;
    return (int) Math.max(cumulated.length, Math.min(n - 1, Math.floor(rank)));
  }
}
