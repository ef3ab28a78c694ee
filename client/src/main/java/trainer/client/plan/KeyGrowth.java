package trainer.client.plan;

import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * The number of different keys in some blocks of an input, and how many all of its blocks have.
 *
 * <p>Of T blocks in random order let Q1, Q2 and Q3 keys occur in one, two and three. One more block
 * has about r = Q1 / T new keys (Good and Turing's estimate, for incidences as in Chao 1987). As
 * the sample grows, r falls as (1 + t/c)^−a if the chances of keys have a gamma distribution: as an
 * exponential function if all are equal, as a power of t for a long tail. Its first derivatives are
 * −t r′/r = 2 Q2/Q1 and t² r″/r = 6 Q3/Q1, from which a and c follow. The integral of r is the
 * number of further keys.
 *
 * <p>Only keys whose hash ends with enough zero bits are counted, so that memory is bounded
 * (adaptive sampling, Wegman 1984). Confined to one thread.
 */
final class KeyGrowth {
  /** The most keys in memory. */
  private static final int MOST = 1 << 20;

  /** The occurrences that are told apart. */
  private static final int TOLD = 3;

  /** The fewest keys that occur in three blocks, for a second derivative. */
  private static final int LEAST = 200;

  private final Long2IntOpenHashMap blocksOfKey = new Long2IntOpenHashMap();

  /** Keys are counted if the lowest bits of their hash are 0, so many of them. */
  private int bits;

  /** The counted keys that occur in one, two and three blocks, at 1, 2 and 3. */
  private final int[] occurring = new int[TOLD + 2];

  /** The different keys after each block. */
  private final List<Double> different = new ArrayList<>();

  /**
   * Adds a block.
   *
   * @param keys its keys, each once, the first {@code count} of them
   */
  void add(long[] keys, int count) {
    for (int i = 0; i < count; i++) {
      add(keys[i]);
    }
    different.add(Math.scalb((double) blocksOfKey.size(), bits));
  }

  private void add(long key) {
    if ((hash(key) & ((1L << bits) - 1)) != 0) {
      return;
    }
    int before = blocksOfKey.addTo(key, 1);
    count(before, -1);
    count(before + 1, 1);
    if (blocksOfKey.size() > MOST) {
      bits++;
      blocksOfKey.long2IntEntrySet().removeIf(this::isDropped);
    }
  }

  private boolean isDropped(Long2IntMap.Entry key) {
    boolean isDropped = (hash(key.getLongKey()) & ((1L << bits) - 1)) != 0;
    count(key.getIntValue(), isDropped ? -1 : 0);
    return isDropped;
  }

  private void count(int blocks, int more) {
    occurring[Math.min(blocks, TOLD + 1)] += more;
  }

  /** Mixes the bits of a key (MurmurHash3's finalizer). */
  private static long hash(long key) {
    long x = (key ^ (key >>> 33)) * 0xff51afd7ed558ccdL;
    x = (x ^ (x >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return x ^ (x >>> 33);
  }

  /** The number of blocks. */
  int blocks() {
    return different.size();
  }

  /** About how many different keys so many blocks have. */
  double keys(long blocks) {
    int seen = blocks();
    if (seen == 0 || blocks <= 0) {
      return 0;
    }
    if (blocks <= seen) {
      return different.get((int) blocks - 1);
    }
    double single = Math.scalb((double) occurring[1], bits);
    return different.get(seen - 1) + single * further((double) blocks / seen);
  }

  /**
   * The integral of r(t) / r(T) over t / T from 1 to {@code end}, where T is the size of the
   * sample.
   */
  private double further(double end) {
    if (occurring[1] == 0) {
      return 0;
    }
    double first = 2.0 * occurring[2] / occurring[1];
    double second = 6.0 * occurring[3] / occurring[1];
    double over = second / (first * first) - 1; // 1 / a
    if (occurring[3] < LEAST) {
      return power(first, end);
    }
    if (over <= 0) { // an exponential function
      return (1 - Math.exp(-first * (end - 1))) / first;
    }
    double a = 1 / over;
    if (first >= a) { // a power of t
      return power(first, end);
    }
    double c = a / first - 1;
    return (1 + c) * power(a, (end + c) / (1 + c));
  }

  /** The integral of x^−a from 1 to {@code end}. */
  private static double power(double a, double end) {
    return Math.abs(1 - a) < 1e-9 ? Math.log(end) : (Math.pow(end, 1 - a) - 1) / (1 - a);
  }
}
