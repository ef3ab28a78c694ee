package trainer.pserver.partition;

import java.util.Arrays;

/**
 * The sums of a sparse table's slice, in the order of first touch.
 *
 * <p>A sparse set (Briggs and Torczon 1993): row r is touched if and only if {@code
 * touched[slotOf[r]] == r}, so that emptying it costs nothing. A row is touched by being named,
 * even if its sum stays zero. The rows of one share are distinct, so that the first share is copied
 * as it is, and its slots are found only if somebody asks: a second share, or a reader of the undo
 * log.
 */
final class TouchedRows implements Touched {
  private final int width;
  private int[] slotOf = new int[0];
  private int[] touched = new int[0];
  private long[] sums = new long[0];
  private int size;

  /** {@code slotOf} is right for the slots before this one. */
  private int indexed;

  TouchedRows(int width) {
    this.width = width;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int row(int slot) {
    return touched[slot];
  }

  @Override
  public long[] sums() {
    return sums;
  }

  @Override
  public int slot(int row) {
    index();
    if (row >= slotOf.length) {
      return -1;
    }
    int slot = slotOf[row];
    return slot < size && touched[slot] == row ? slot : -1;
  }

  @Override
  public void clear() {
    size = 0;
    indexed = 0;
  }

  @Override
  public void add(RowList list, int segment, int sliceRows, long[] shareSums, int from) {
    add(list.rows(), list.start(segment), list.count(segment), sliceRows, shareSums, from);
  }

  /**
   * Adds one share's sums.
   *
   * @param rows the rows are {@code rows[from .. from+count-1]}, each once
   * @param sliceRows rows of the slice, more than any row named
   * @param shareSums their sums, {@code width} each
   * @param sumsFrom where those begin
   */
  void add(int[] rows, int from, int count, int sliceRows, long[] shareSums, int sumsFrom) {
    makeRoom(count, sliceRows);
    if (size == 0) {
      System.arraycopy(rows, from, touched, 0, count);
      System.arraycopy(shareSums, sumsFrom, sums, 0, count * width);
      size = count;
      return;
    }
    index();
    if (width == 1) {
      addNarrow(rows, from, count, shareSums, sumsFrom);
    } else {
      addWide(rows, from, count, shareSums, sumsFrom);
    }
  }

  /** Touches a row that is not touched yet, without room for a sum: nothing can be added after. */
  void touch(int row, int sliceRows) {
    if (slotOf.length < sliceRows) {
      slotOf = Arrays.copyOf(slotOf, sliceRows);
    }
    if (size == touched.length) {
      touched = Arrays.copyOf(touched, Math.min(sliceRows, Math.max(64, 2 * size)));
    }
    touched[size++] = row;
  }

  private void addNarrow(int[] rows, int from, int count, long[] shareSums, int sumsFrom) {
    int next = size;
    for (int i = 0; i < count; i++) {
      int row = rows[from + i];
      int slot = slotOf[row];
      if (slot < next && touched[slot] == row) {
        sums[slot] += shareSums[sumsFrom + i];
      } else {
        slotOf[row] = next;
        touched[next] = row;
        sums[next++] = shareSums[sumsFrom + i];
      }
    }
    size = next;
    indexed = next;
  }

  private void addWide(int[] rows, int from, int count, long[] shareSums, int sumsFrom) {
    for (int i = 0; i < count; i++) {
      int row = rows[from + i];
      int slot = slotOf[row];
      if (slot >= size || touched[slot] != row) {
        slot = size++;
        slotOf[row] = slot;
        touched[slot] = row;
        Arrays.fill(sums, slot * width, (slot + 1) * width, 0L);
      }
      for (int j = 0; j < width; j++) {
        sums[slot * width + j] += shareSums[sumsFrom + i * width + j];
      }
    }
    indexed = size;
  }

  private void index() {
    for (; indexed < size; indexed++) {
      slotOf[touched[indexed]] = indexed;
    }
  }

  private void makeRoom(int more, int sliceRows) {
    if (slotOf.length < sliceRows) {
      slotOf = Arrays.copyOf(slotOf, Math.max(sliceRows, slotOf.length + slotOf.length / 2));
    }
    int needed = Math.min(Math.addExact(size, more), sliceRows);
    if (touched.length < needed) {
      int capacity = Math.max(needed, touched.length * 2);
      touched = Arrays.copyOf(touched, capacity);
      sums = Arrays.copyOf(sums, Math.multiplyExact(capacity, width));
    }
  }
}
