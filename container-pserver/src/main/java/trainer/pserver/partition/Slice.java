package trainer.pserver.partition;

import java.util.Arrays;

/**
 * The rows of one table that fall into one partition. A row is reserved at its initial value when a
 * key is first named, which carries no meaning: only {@code apply} gives it one.
 *
 * <p>Rows live in chunks, so that growing never moves them.
 */
final class Slice {
  private static final int CHUNK_FLOATS = 8192;

  private final Table table;
  private final KeyIndex index = new KeyIndex();
  private final int stride;
  private final int shift;
  private final int mask;
  private float[][] chunks = new float[4][];

  Slice(Table table) {
    this.table = table;
    this.stride = table.stride();
    this.shift = 31 - Integer.numberOfLeadingZeros(Math.max(1, CHUNK_FLOATS / stride));
    this.mask = (1 << shift) - 1;
  }

  Table table() {
    return table;
  }

  KeyIndex index() {
    return index;
  }

  int rows() {
    return index.size();
  }

  /** The array that holds {@code row}. */
  float[] chunk(int row) {
    return chunks[row >>> shift];
  }

  /** Where {@code row} begins in its {@link #chunk}. */
  int offset(int row) {
    return (row & mask) * stride;
  }

  /** The row of {@code key}, reserved if it was absent. */
  int reserve(long key) {
    int before = index.size();
    int row = index.findOrAdd(key);
    if (row == before) {
      makeRoom(row);
      table.initialRow(key, chunk(row), offset(row));
    }
    return row;
  }

  /** Copies the weights of {@code count} rows into {@code target}. */
  void readWeights(int[] rows, int from, int count, float[] target) {
    int width = table.width();
    if (width == 1) {
      for (int i = 0; i < count; i++) {
        int row = rows[from + i];
        target[i] = chunks[row >>> shift][(row & mask) * stride];
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      int row = rows[from + i];
      System.arraycopy(chunk(row), offset(row), target, i * width, width);
    }
  }

  /** Puts every row back to its initial value; row numbers stay. */
  void forgetValues() {
    index.forEach((key, row) -> table.initialRow(key, chunk(row), offset(row)));
  }

  private void makeRoom(int row) {
    int chunk = row >>> shift;
    if (chunk == chunks.length) {
      chunks = Arrays.copyOf(chunks, chunks.length * 2);
    }
    if (chunks[chunk] == null) {
      chunks[chunk] = new float[stride << shift];
    }
  }
}
