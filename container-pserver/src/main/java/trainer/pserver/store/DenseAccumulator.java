package trainer.pserver.store;

/**
 * The gradient sums of a dense table's shard. Either every row is touched or none; slots are the
 * rows themselves.
 */
public final class DenseAccumulator implements GradientAccumulator {
  private final int rows;
  private final int width;
  private long[] sums = new long[0];
  private boolean touched;

  public DenseAccumulator(int rows, int width) {
    this.rows = rows;
    this.width = width;
  }

  @Override
  public int size() {
    return touched ? rows : 0;
  }

  @Override
  public int row(int slot) {
    return slot;
  }

  @Override
  public int[] rows() {
    return null;
  }

  @Override
  public long[] sums() {
    return sums;
  }

  @Override
  public int slot(int row) {
    return touched ? row : -1;
  }

  @Override
  public void clear() {
    touched = false;
  }

  @Override
  public void add(RowList list, int segment, long[] shareSums, int from) {
    int count = Math.multiplyExact(rows, width);
    if (sums.length < count) {
      sums = new long[count];
    }
    if (!touched) {
      System.arraycopy(shareSums, from, sums, 0, count);
    } else {
      for (int i = 0; i < count; i++) {
        sums[i] += shareSums[from + i];
      }
    }
    touched = true;
  }

  /** Touches every row without sums; nothing can be added afterwards. */
  void touch() {
    touched = true;
  }
}
