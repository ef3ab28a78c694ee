package trainer.pserver.store;

/**
 * The keys of a dense table's shard: consecutive, with the rows in their order.
 *
 * @param first the key of row 0
 * @param size the number of keys
 */
public record DenseKeyIndex(int first, int size) implements KeyIndex {
  @Override
  public int find(long key) {
    long row = key - first;
    return row >= 0 && row < size ? (int) row : ABSENT;
  }

  @Override
  public long key(int row) {
    return (long) first + row;
  }
}
