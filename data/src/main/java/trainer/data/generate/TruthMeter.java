package trainer.data.generate;

/**
 * Accumulates the quality of the hidden model.
 *
 * <p>The AUC is counted over 2^20 bins of equal probability. Two scores in one bin count as a tie;
 * the error is less than 10^-6.
 */
final class TruthMeter {
  private static final int BINS = 1 << 20;

  private final boolean binary;
  private final long[] positives;
  private final long[] negatives;
  private double loss;
  private long records;
  private long positive;

  TruthMeter(boolean binary) {
    this.binary = binary;
    this.positives = new long[binary ? BINS : 0];
    this.negatives = new long[binary ? BINS : 0];
  }

  void add(Row row) {
    records++;
    positive += row.label == 0 ? 0 : 1;
    if (!binary) {
      loss -= StrictMath.log(row.probability);
      return;
    }
    loss -= StrictMath.log(row.label == 1 ? row.probability : 1 - row.probability);
    int bin = Math.min(BINS - 1, (int) (row.probability * BINS));
    (row.label == 1 ? positives : negatives)[bin]++;
  }

  Truth truth() {
    return new Truth(loss / records, binary ? auc() : Double.NaN, positive / (double) records);
  }

  private double auc() {
    double below = 0;
    double wins = 0;
    for (int bin = 0; bin < BINS; bin++) {
      wins += positives[bin] * (below + 0.5 * negatives[bin]);
      below += negatives[bin];
    }
    return wins / ((double) positive * (records - positive));
  }
}
