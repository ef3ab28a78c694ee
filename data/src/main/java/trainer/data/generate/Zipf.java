package trainer.data.generate;

/**
 * Draws ranks 0 .. n-1 with probability ∝ (rank+1)^-s, by inversion of the distribution function. A
 * guide table (Chen and Asau, 1974) narrows the search to a few ranks.
 */
final class Zipf {
  private static final int GUIDES = 1 << 14;

  private final double[] cumulated;
  private final int[] guide = new int[GUIDES + 1];

  Zipf(int n, double s) {
    cumulated = new double[n];
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += StrictMath.pow(i + 1, -s);
      cumulated[i] = sum;
    }
    int rank = 0;
    for (int i = 0; i < n; i++) {
      cumulated[i] /= sum;
    }
    for (int g = 0; g <= GUIDES; g++) {
      while (rank < n - 1 && cumulated[rank] <= g / (double) GUIDES) {
        rank++;
      }
      guide[g] = rank;
    }
  }

  /** The first rank whose cumulated probability exceeds {@code u}, 0 ≤ u &lt; 1. */
  int rank(double u) {
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
}
