package trainer.core.table;

/** Maps keys to partitions. A pure function of table, key and the number of partitions. */
public final class Partitions {
  /** How many partitions every job has. A power of two; the model does not depend on it. */
  public static final int COUNT = 32;

  /** Stands for some partitions, a bit each: all of them. */
  public static final long ALL = -1L;

  private Partitions() {}

  /**
   * The partition of a key, 0 ≤ p &lt; {@link #COUNT}.
   *
   * @param table the table's position in the job's list
   */
  public static int of(int table, long key) {
    return (int) (mix(key + 0x9E3779B97F4A7C15L * (table + 1)) >>> 32) & (COUNT - 1);
  }

  /** The finalizer of splitmix64 (Steele, Lea, Flood 2014): a bijection that spreads all bits. */
  public static long mix(long z) {
    long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }
}
