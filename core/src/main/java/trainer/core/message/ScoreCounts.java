package trainer.core.message;

import java.util.Arrays;

/**
 * The number of scores in each of {@link ScoreBins}. Only bins with scores take room, so that the
 * counts of few records are few. Immutable.
 */
public final class ScoreCounts {
  /** No score yet. */
  public static final ScoreCounts NONE = new ScoreCounts(new int[0], new long[0]);

  private final int[] bins;
  private final long[] counts;

  private ScoreCounts(int[] bins, long[] counts) {
    this.bins = bins;
    this.counts = counts;
  }

  /** Counts given for all bins; those of 0 are left out. */
  public static ScoreCounts ofAll(long[] all) {
    int[] bins = new int[all.length];
    long[] counts = new long[all.length];
    int size = 0;
    for (int bin = 0; bin < all.length; bin++) {
      if (all[bin] != 0) {
        bins[size] = bin;
        counts[size++] = all[bin];
      }
    }
    return of(Arrays.copyOf(bins, size), Arrays.copyOf(counts, size));
  }

  /**
   * Counts of some bins, in ascending order of the bins.
   *
   * @throws IllegalArgumentException if this is no histogram
   */
  public static ScoreCounts of(int[] bins, long[] counts) {
    if (bins.length != counts.length) {
      throw new IllegalArgumentException(bins.length + " bins with " + counts.length + " counts");
    }
    int last = -1;
    for (int i = 0; i < bins.length; i++) {
      if (bins[i] <= last || bins[i] >= ScoreBins.COUNT || counts[i] < 1) {
        throw new IllegalArgumentException(
            counts[i]
                + " scores in bin "
                + bins[i]
                + " of "
                + ScoreBins.COUNT
                + ", behind "
                + last);
      }
      last = bins[i];
    }
    return new ScoreCounts(bins.clone(), counts.clone());
  }

  /** The number of bins with scores. */
  public int size() {
    return bins.length;
  }

  /** The number of the bin at {@code place}, ascending. */
  public int bin(int place) {
    return bins[place];
  }

  /** The count of the bin at {@code place}. */
  public long count(int place) {
    return counts[place];
  }

  /** All scores. */
  public long total() {
    return Arrays.stream(counts).sum();
  }

  public ScoreCounts plus(ScoreCounts other) {
    int[] sumBins = new int[bins.length + other.bins.length];
    long[] sums = new long[sumBins.length];
    int size = 0;
    int mine = 0;
    int its = 0;
    while (mine < bins.length || its < other.bins.length) {
      int bin = Math.min(at(mine), other.at(its));
      sumBins[size] = bin;
      if (at(mine) == bin) {
        sums[size] += counts[mine++];
      }
      if (other.at(its) == bin) {
        sums[size] += other.counts[its++];
      }
      size++;
    }
    return new ScoreCounts(Arrays.copyOf(sumBins, size), Arrays.copyOf(sums, size));
  }

  /** Area under the ROC curve (Mann-Whitney statistic, ties half); NaN when a class is missing. */
  static double auc(ScoreCounts positives, ScoreCounts negatives) {
    double below = 0;
    double wins = 0;
    int next = 0;
    for (int place = 0; place < positives.bins.length; place++) {
      int bin = positives.bins[place];
      while (negatives.at(next) < bin) {
        below += negatives.counts[next++];
      }
      long ties = negatives.at(next) == bin ? negatives.counts[next] : 0;
      wins += positives.counts[place] * (below + 0.5 * ties);
    }
    return wins / ((double) positives.total() * negatives.total());
  }

  private int at(int place) {
    return place < bins.length ? bins[place] : ScoreBins.COUNT;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ScoreCounts that
        && Arrays.equals(bins, that.bins)
        && Arrays.equals(counts, that.counts);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(bins) + Arrays.hashCode(counts);
  }

  @Override
  public String toString() {
    return total() + " scores in " + bins.length + " bins";
  }
}
