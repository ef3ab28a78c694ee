package trainer.model.stored;

import java.util.Arrays;

/**
 * The values of a row that no part file holds: a pure function of seed and key, the same as in
 * training. Immutable.
 */
final class InitialRow {
  private static final String ZERO = "ZERO";
  private static final String UNIFORM = "UNIFORM";
  private static final String ZERO_THEN_UNIFORM = "ZERO_THEN_UNIFORM";
  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  private final String kind;
  private final float scale;
  private final long seed;

  InitialRow(String kind, float scale, long seed) {
    this.kind = kind;
    this.scale = scale;
    this.seed = seed;
  }

  /** Whether the values are of a kind that built-in models have. */
  boolean isKnown() {
    return kind.equals(ZERO) || kind.equals(UNIFORM) || kind.equals(ZERO_THEN_UNIFORM);
  }

  /** Writes the row of a key. */
  void fill(long key, float[] target, int offset, int width) {
    if (kind.equals(ZERO)) {
      Arrays.fill(target, offset, offset + width, 0f);
      return;
    }
    long row = mix(seed ^ mix(key + GAMMA));
    for (int column = 0; column < width; column++) {
      boolean isZero = column == 0 && kind.equals(ZERO_THEN_UNIFORM);
      target[offset + column] =
          isZero ? 0f : (float) (scale * even(mix(row + GAMMA * (column + 1))));
    }
  }

  /** Between −1 and 1, both excluded. */
  private static double even(long bits) {
    return ((bits >> 12) + 0.5) * 0x1p-51;
  }

  /** The finalizer of splitmix64 (Steele, Lea, Flood 2014). */
  private static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }
}
