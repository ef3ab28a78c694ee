package trainer.model.feature;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * The keys of features: the XXH64 of the column's name and the value, as bytes.
 *
 * <table>
 * <caption>The bytes, with names and values in UTF-8</caption>
 * <tr><td>number</td><td>{@code column}</td></tr>
 * <tr><td>logarithm of a number</td><td>{@code column#log}</td></tr>
 * <tr><td>category</td><td>{@code column=value}</td></tr>
 * <tr><td>bucket k, from 0</td><td>{@code column#k}</td></tr>
 * <tr><td>NULL</td><td>{@code column} FF</td></tr>
 * <tr><td>NaN</td><td>{@code column} FE</td></tr>
 * <tr><td>cross</td><td>the bytes of each column in the order written, FF between them</td></tr>
 * </table>
 */
public final class FeatureKeys {
  static final int NULL = 0xFF;
  static final int NAN = 0xFE;
  static final int NEXT = 0xFF;

  private final long seed;
  private final int bits;

  /**
   * @param seed of the hash
   * @param bits of a key, 1 to 63: the upper bits of the hash, shifted down; 0 for all 64
   */
  public FeatureKeys(long seed, int bits) {
    this.seed = seed;
    this.bits = bits;
  }

  /** The key of some bytes. */
  long key(KeyBytes bytes) {
    long hash = bytes.hash(seed);
    return bits == 0 ? hash : hash >>> (Long.SIZE - bits);
  }

  /** The key of a column's name and a text behind it. */
  long key(Column column, String behind) {
    return key(new KeyBytes().append(column.written()).append(behind.getBytes(UTF_8)));
  }

  /** The key of a column's NULL or NaN. */
  long key(Column column, int mark) {
    return key(new KeyBytes().append(column.written()).append(mark));
  }
}
