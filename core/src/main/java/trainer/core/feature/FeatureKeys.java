package trainer.core.feature;

import java.util.List;

/**
 * The keys of features: the XXH64 of the column's name and the value, as bytes. The names of
 * columns become bytes once, in {@link #column} and {@link #cross}.
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
 *
 * <p>Different features have different bytes. The end of a name is known, since a name with {@code
 * =} or {@code #} is in double quotes, each of its own quotes doubled. The next byte gives the
 * kind. A value goes to the end, or to the next FF of a cross; UTF-8 never has the bytes FE and FF.
 * Only a cross of values that are not UTF-8 can have the bytes of another.
 *
 * @param seed the seed of the hash, 0 by default
 * @param bits how many bits a key has, 1 to 63; 0 for all 64. Keys are the upper bits of the hash,
 *     shifted down: 0 to 2^bits − 1
 */
public record FeatureKeys(long seed, int bits) {
  static final int NULL = 0xFF;
  static final int NAN = 0xFE;
  static final int NEXT = 0xFF;

  public FeatureKeys {
    if (bits < 0 || bits >= Long.SIZE) {
      throw new IllegalArgumentException("keys of " + bits + " bits");
    }
  }

  /** Keys of 64 bits, with seed 0. */
  public FeatureKeys() {
    this(0, 0);
  }

  /** The keys of a column, for one thread. */
  public ColumnKeys column(String name) {
    return new ColumnKeys(this, name);
  }

  /** The keys of a cross of columns, for one thread. */
  public CrossKeys cross(List<String> names) {
    return new CrossKeys(this, names);
  }

  long key(KeyBytes bytes) {
    return folded(bytes.hash(seed));
  }

  long folded(long hash) {
    return bits == 0 ? hash : hash >>> (Long.SIZE - bits);
  }
}
