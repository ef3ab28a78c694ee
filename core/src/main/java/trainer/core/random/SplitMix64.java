package trainer.core.random;

import trainer.core.table.Partitions;

/**
 * A small seeded generator whose numbers are the same everywhere (Steele, Lea, Flood, "Fast
 * splittable pseudorandom number generators", 2014).
 */
public final class SplitMix64 {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  private long state;

  public SplitMix64(long seed) {
    this.state = seed;
  }

  /** A generator for the {@code part}-th independent use of a seed. */
  public static SplitMix64 of(long seed, long part) {
    return new SplitMix64(Partitions.mix(seed + GAMMA * (part + 1)));
  }

  /** The next 64 bits. */
  public long next() {
    state += GAMMA;
    return Partitions.mix(state);
  }

  /** A number 0 ≤ x &lt; bound, uniform but for a bias below 2^-31. */
  public int below(int bound) {
    return (int) (((next() >>> 32) * bound) >>> 32);
  }

  /** 0 .. count-1 in a random order (Fisher and Yates). */
  public int[] permutation(int count) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      int j = below(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }
}
