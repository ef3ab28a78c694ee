package trainer.learning.block;

/**
 * The rows of one table that a block names: distinct keys by local row; or, of a dense table, all
 * rows, whose local rows are their keys.
 *
 * @param keys null where all rows are named
 * @param count how many rows there are
 */
public record NamedRows(long[] keys, int count) {
  /** Listed keys, by local row. */
  public static NamedRows of(long... keys) {
    return new NamedRows(keys, keys.length);
  }

  /** All rows of a dense table. */
  public static NamedRows whole(int rows) {
    return new NamedRows(null, rows);
  }

  public boolean isWhole() {
    return keys == null;
  }

  /** The key of a local row. */
  public long key(int row) {
    return keys == null ? row : keys[row];
  }

  long bytes() {
    return 40 + (keys == null ? 0 : 8L * keys.length);
  }
}
