package trainer.core.feature;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;

/**
 * The keys of a cross of columns ({@link FeatureKeys} has their bytes). Confined to one thread.
 *
 * <p>A row gives the category of each column in their order, then takes the key: {@code
 * keys.start().category(city, 0, n).missing().key()}. NULL and NaN are categories like others.
 */
public final class CrossKeys {
  private final FeatureKeys keys;
  private final List<String> columns;
  private final byte[][] names;
  private final KeyBytes bytes = new KeyBytes();
  private int given;

  CrossKeys(FeatureKeys keys, List<String> columns) {
    this.keys = keys;
    this.columns = List.copyOf(columns);
    this.names =
        columns.stream()
            .map(name -> ColumnName.written(name).getBytes(UTF_8))
            .toArray(byte[][]::new);
  }

  /** Begins a row, also after one that a broken record has cut short. */
  public CrossKeys start() {
    bytes.cut(0);
    given = 0;
    return this;
  }

  /** The next column has the category with the UTF-8 bytes {@code from .. to-1}. */
  public CrossKeys category(byte[] value, int from, int to) {
    nextName().append('=').append(value, from, to);
    return this;
  }

  /** The next column has the category {@code true} or {@code false}. */
  public CrossKeys category(boolean value) {
    nextName().append('=').append(value);
    return this;
  }

  /** The next column has a whole number as its category. */
  public CrossKeys category(long value) {
    nextName().append('=').appendDecimal(value);
    return this;
  }

  /**
   * The next column has a number as its category.
   *
   * @throws BrokenNumberException for NaN or an infinity
   */
  public CrossKeys category(double value) {
    String name = given < columns.size() ? columns.get(given) : "";
    nextName().append('=').appendDecimal(BrokenNumberException.unlessFinite(name, value));
    return this;
  }

  /** The next column has NULL. */
  public CrossKeys missing() {
    nextName().append(FeatureKeys.NULL);
    return this;
  }

  /** The next column has NaN. */
  public CrossKeys nan() {
    nextName().append(FeatureKeys.NAN);
    return this;
  }

  /**
   * The key of the categories given.
   *
   * @throws IllegalStateException unless each column has given its category
   */
  public long key() {
    if (given != names.length) {
      throw new IllegalStateException(given + " of " + names.length + " columns");
    }
    return keys.key(bytes);
  }

  private KeyBytes nextName() {
    if (given == names.length) {
      throw new IllegalStateException("more than " + names.length + " columns");
    }
    if (given > 0) {
      bytes.append(FeatureKeys.NEXT);
    }
    return bytes.append(names[given++]);
  }
}
