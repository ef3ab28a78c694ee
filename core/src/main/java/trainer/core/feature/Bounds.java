package trainer.core.feature;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The bounds between the buckets of a number, ascending: of n bounds, bucket 0 is below the first,
 * and bucket k is from bound k, included, to bound k + 1, excluded. Immutable.
 */
public final class Bounds {
  private final double[] ascending;

  /**
   * Bounds between buckets.
   *
   * @throws IllegalArgumentException for no bounds, or bounds that are not finite and ascending
   */
  public Bounds(double... bounds) {
    ascending = Arrays.stream(bounds).map(bound -> bound + 0.0).toArray(); // −0 becomes 0
    if (bounds.length == 0) {
      throw new IllegalArgumentException("there is no bound");
    }
    for (int i = 0; i < bounds.length; i++) {
      if (!Double.isFinite(bounds[i])) {
        throw new IllegalArgumentException("a bound of " + bounds[i] + " is not finite");
      }
      if (i > 0 && bounds[i - 1] >= bounds[i]) {
        throw new IllegalArgumentException(
            "bound " + DecimalText.of(bounds[i]) + " is not above the bound before it");
      }
    }
  }

  /** The buckets, one more than the bounds. */
  public int buckets() {
    return ascending.length + 1;
  }

  /** The bounds, ascending. */
  public double[] ascending() {
    return ascending.clone();
  }

  /** The bucket of a number, 0 to n for n bounds: how many bounds are not above it. */
  public int bucketOf(double x) {
    int below = 0;
    int above = ascending.length;
    while (below < above) {
      int middle = (below + above) >>> 1;
      if (ascending[middle] <= x) {
        below = middle + 1;
      } else {
        above = middle;
      }
    }
    return below;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bounds that && Arrays.equals(ascending, that.ascending);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(ascending);
  }

  /** {@code 1;5;20}. */
  @Override
  public String toString() {
    return Arrays.stream(ascending).mapToObj(DecimalText::of).collect(Collectors.joining(";"));
  }
}
