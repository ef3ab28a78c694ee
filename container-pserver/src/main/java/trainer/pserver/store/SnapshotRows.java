package trainer.pserver.store;

import it.unimi.dsi.fastutil.longs.LongArrays;

/**
 * The rows of one table in one partition in a snapshot. They are a separate copy, which another
 * thread may read once it is complete.
 */
public final class SnapshotRows {
  private static final int SHIFT = 10;
  private static final int MASK = (1 << SHIFT) - 1;

  private final Table table;
  private final int rows;
  private final int stride;
  private final long[][] keys;
  private final float[][] blocks;

  SnapshotRows(Table table, int rows) {
    this.table = table;
    this.rows = rows;
    this.stride = table.stride();
    this.blocks = new float[(rows + MASK) >>> SHIFT][];
    this.keys = new long[blocks.length][];
  }

  void set(int row, long key, float[] cells, int offset) {
    int block = row >>> SHIFT;
    if (blocks[block] == null) {
      int size = Math.min(1 << SHIFT, rows - (block << SHIFT));
      blocks[block] = new float[size * stride];
      keys[block] = new long[size];
    }
    keys[block][row & MASK] = key;
    System.arraycopy(cells, offset, blocks[block], offset(row), stride);
  }

  private long key(int row) {
    return keys[row >>> SHIFT][row & MASK];
  }

  private int offset(int row) {
    return (row & MASK) * stride;
  }

  /** A visitor of rows that differ from their initial values; the cells begin at {@code offset}. */
  public interface Visitor<E extends Exception> {
    void row(long key, float[] cells, int offset) throws E;
  }

  /** The table. */
  public Table table() {
    return table;
  }

  /**
   * Visits the rows that a version has touched, keys ascending unsigned. A row that was merely
   * reserved equals its initial value to the bit, and carries no meaning.
   */
  public <E extends Exception> void forEach(Visitor<E> visitor) throws E {
    long[] ordered = new long[rows];
    int[] order = new int[rows];
    for (int row = 0; row < rows; row++) {
      ordered[row] = key(row) ^ Long.MIN_VALUE;
      order[row] = row;
    }
    LongArrays.radixSortIndirect(order, ordered, false);
    float[] initial = new float[stride];
    for (int row : order) {
      float[] cells = blocks[row >>> SHIFT];
      table.initialRow(key(row), initial, 0);
      if (!sameBits(cells, offset(row), initial)) {
        visitor.row(key(row), cells, offset(row));
      }
    }
  }

  private static boolean sameBits(float[] cells, int offset, float[] initial) {
    for (int i = 0; i < initial.length; i++) {
      if (Float.floatToRawIntBits(cells[offset + i]) != Float.floatToRawIntBits(initial[i])) {
        return false;
      }
    }
    return true;
  }
}
