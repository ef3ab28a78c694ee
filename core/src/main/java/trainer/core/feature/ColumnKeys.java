package trainer.core.feature;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * The keys that one column gives ({@link FeatureKeys} has their bytes). Confined to one thread.
 *
 * <p>Nothing is allocated for a key, but for a category that is a number with a fraction. A
 * category of 12 bytes takes some 5 ns.
 */
public final class ColumnKeys {
  private final FeatureKeys keys;
  private final String name;

  /** {@code column=}, and behind it the value. */
  private final KeyBytes category;

  /** {@code column#}, and behind it the bucket. */
  private final KeyBytes bucket;

  private final PrefixedHash categories;
  private final int prefix;
  private final long number;
  private final long log;
  private final long missing;
  private final long nan;

  ColumnKeys(FeatureKeys keys, String name) {
    this.keys = keys;
    this.name = name;
    byte[] written = ColumnName.written(name).getBytes(UTF_8);
    KeyBytes bytes = new KeyBytes().append(written);
    number = keys.key(bytes);
    log = keys.key(bytes.append("#log"));
    missing = keys.key(bytes.cut(written.length).append(FeatureKeys.NULL));
    nan = keys.key(bytes.cut(written.length).append(FeatureKeys.NAN));
    category = new KeyBytes().append(written).append('=');
    bucket = new KeyBytes().append(written).append('#');
    prefix = category.length();
    categories = category.prefixed(keys.seed());
  }

  /** The key of a number, raw or standardised. */
  public long number() {
    return number;
  }

  /** The key of the logarithm of a number. */
  public long log() {
    return log;
  }

  /** The key of NULL. */
  public long missing() {
    return missing;
  }

  /** The key of NaN. */
  public long nan() {
    return nan;
  }

  /** The key of the category with the UTF-8 bytes {@code from .. to-1}. */
  public long category(byte[] value, int from, int to) {
    return categories.takes(value, from, to)
        ? keys.folded(categories.hash(value, from, to))
        : keys.key(category.cut(prefix).append(value, from, to));
  }

  /** The key of the category {@code true} or {@code false}. */
  public long category(boolean value) {
    return keys.key(category.cut(prefix).append(value));
  }

  /** The key of a whole number as a category: of its decimal digits. */
  public long category(long value) {
    return keys.key(category.cut(prefix).appendDecimal(value));
  }

  /**
   * The key of a number as a category: of its digits if it is whole, else of the shortest decimal
   * that reads as this double.
   *
   * @throws BrokenNumberException for NaN or an infinity
   */
  public long category(double value) {
    double finite = BrokenNumberException.unlessFinite(name, value);
    return keys.key(category.cut(prefix).appendDecimal(finite));
  }

  /** The key of a bucket, from 0. */
  public long bucket(int index) {
    return keys.key(bucket.cut(prefix).appendDecimal((long) index));
  }
}
