package trainer.pserver.store;

import java.util.Arrays;
import trainer.core.table.Partitions;

/**
 * The rows of one table that fall into one partition. A sparse table's row is reserved at its
 * initial value when its key is first named. A reserved row carries no meaning until a step changes
 * it. Rows live in chunks, so that growing never moves them. A dense table's rows all exist from
 * the start, one after the other.
 */
public final class TableShard {
  private static final int CHUNK_FLOATS = 8192;

  /** The number of rows that are fetched before they are read. */
  private static final int AT_ONCE = 128;

  /** See {@link SparseKeyIndex}. */
  private static final int KEY_BYTES = 14;

  private final Table table;
  private final KeyIndex index;
  private final int stride;
  private final int shift;
  private final int mask;
  private float[][] chunks = new float[4][];

  /** The result of {@link #fetch}, kept so that the reads are not optimised away. */
  @SuppressWarnings("UnusedVariable")
  private float fetched;

  private int[] dropped = new int[0];
  private int droppedSize;

  public TableShard(Table table, int partition) {
    this.table = table;
    this.stride = table.stride();
    if (table.spec().isDense()) {
      this.index = table.keys(partition);
      this.shift = Integer.SIZE - 1;
      chunks[0] = new float[Math.multiplyExact(index.size(), stride)];
    } else {
      this.index = new SparseKeyIndex();
      this.shift = 31 - Integer.numberOfLeadingZeros(Math.max(1, CHUNK_FLOATS / stride));
    }
    this.mask = (1 << shift) - 1;
    forgetValues();
  }

  public Table table() {
    return table;
  }

  public KeyIndex index() {
    return index;
  }

  public int rows() {
    return index.size();
  }

  /** The key of {@code row}. */
  public long key(int row) {
    return index.key(row);
  }

  /** The array that holds {@code row}. */
  public float[] chunk(int row) {
    return chunks[row >>> shift];
  }

  /** The position of {@code row} in its {@link #chunk}. */
  public int offset(int row) {
    return (row & mask) * stride;
  }

  /** The approximate memory of one more row; 0 for a dense table, whose rows exist. */
  public long rowBytes() {
    return table.spec().isDense() ? 0 : KEY_BYTES + (long) Float.BYTES * stride;
  }

  /** The approximate memory of the rows. */
  public long bytes() {
    long cells = (long) Float.BYTES * stride * rows();
    return table.spec().isDense() ? cells : cells + (long) KEY_BYTES * rows();
  }

  /** Whether there is room for the rows of these keys, some of which may exist. */
  public boolean fits(MemoryBudget room, long[] keys, int from, int count) {
    return room.has(count * rowBytes()) || fitsExactly(room, keys, from, count);
  }

  private boolean fitsExactly(MemoryBudget room, long[] keys, int from, int count) {
    if (table.spec().isDense()) {
      return true;
    }
    long absent = 0;
    for (int i = from; i < from + count; i++) {
      absent += index.find(keys[i]) < 0 ? 1 : 0;
    }
    long added = Math.max(0, absent - ((SparseKeyIndex) index).freed());
    return added == 0 || room.finds(added * rowBytes());
  }

  /** As {@link #reserve(long[], int, int, int[])}, unless there is no room for the absent rows. */
  public boolean reserve(MemoryBudget room, long[] keys, int from, int count, int[] rows) {
    if (!fits(room, keys, from, count)) {
      return false;
    }
    int before = rows();
    reserve(keys, from, count, rows);
    room.take((rows() - before) * rowBytes());
    return true;
  }

  /** The row of a sparse table's key, reserved if it was absent. */
  public int reserve(long key) {
    int[] row = new int[1];
    reserve(new long[] {key}, 0, 1, row);
    return row[0];
  }

  /**
   * Finds or reserves the rows of many keys of a sparse table, at the same places of {@code rows}.
   */
  public void reserve(long[] keys, int from, int count, int[] rows) {
    SparseKeyIndex sparse = (SparseKeyIndex) index;
    int first = sparse.size();
    sparse.findOrAdd(keys, from, count, rows);
    initialize(first);
    for (int reused : sparse.takeReused()) {
      table.initialRow(key(reused), chunk(reused), offset(reused));
    }
  }

  /** Finds the rows of many keys of a sparse table, at the same places of {@code rows}. */
  void find(long[] keys, int from, int count, int[] rows) {
    ((SparseKeyIndex) index).find(keys, from, count, rows);
  }

  /** Appends keys that are known to be absent, for which there is room. */
  void append(long[] absent, int count) {
    int first = rows();
    ((SparseKeyIndex) index).append(absent, count);
    initialize(first);
  }

  private void initialize(int first) {
    for (int row = first; row < rows(); row++) {
      makeRoom(row);
      table.initialRow(key(row), chunk(row), offset(row));
    }
  }

  /** Marks a row to be released by {@link #recycle}, if it still has its initial value then. */
  void drop(int row) {
    if (droppedSize == dropped.length) {
      dropped = Arrays.copyOf(dropped, Math.max(64, droppedSize * 2));
    }
    dropped[droppedSize++] = row;
  }

  /**
   * Releases dropped rows, whose numbers other keys may then reuse.
   *
   * @param open the rows that the open version touches already; they are kept
   * @return whether any dropped row was settled, and not kept for later
   */
  public boolean recycle(GradientAccumulator open) {
    float[] initial = new float[stride];
    int kept = 0;
    int before = droppedSize;
    for (int i = 0; i < droppedSize; i++) {
      int row = dropped[i];
      if (index.isFree(row)) {
        continue;
      }
      if (open.slot(row) >= 0) {
        dropped[kept++] = row; // an undo would leave the row at its initial value
      } else if (isInitial(row, initial)) {
        ((SparseKeyIndex) index).remove(row);
      }
    }
    droppedSize = kept;
    return kept < before;
  }

  /**
   * Drops a row that came from another replica with its initial value: it was dropped there and not
   * yet released.
   */
  public void dropIfInitial(int row) {
    if (isInitial(row, new float[stride])) {
      drop(row);
    }
  }

  private boolean isInitial(int row, float[] initial) {
    table.initialRow(key(row), initial, 0);
    int at = offset(row);
    return Arrays.equals(chunk(row), at, at + stride, initial, 0, stride);
  }

  /**
   * The row of a key that another replica has, reserved if it was absent.
   *
   * @throws IllegalArgumentException when the key does not belong to this partition
   */
  public int place(long key, int partition) {
    boolean dense = table.spec().isDense();
    int row = dense ? index.find(key) : KeyIndex.ABSENT;
    boolean here = dense ? row >= 0 : Partitions.of(table.position(), key) == partition;
    if (!here) {
      throw new IllegalArgumentException("not of partition " + partition + ": key " + key);
    }
    return dense ? row : reserve(key);
  }

  /** Copies the weights of {@code count} rows into {@code target}. */
  public void readWeights(int[] rows, int from, int count, float[] target) {
    if (!table.optimizer().keepsWeights()) {
      computeWeights(rows, from, count, target);
      return;
    }
    int width = table.width();
    if (width == 1) {
      for (int i = 0; i < count; i++) {
        int row = rows[from + i];
        target[i] = chunks[row >>> shift][(row & mask) * stride];
      }
      return;
    }
    for (int done = 0; done < count; done += AT_ONCE) {
      int end = Math.min(count, done + AT_ONCE);
      fetch(rows, from + done, end - done, width);
      for (int i = done; i < end; i++) {
        int row = rows[from + i];
        System.arraycopy(chunk(row), offset(row), target, i * width, width);
      }
    }
  }

  /**
   * Reads the first and the last of some floats of each row and nothing else, so that cache misses
   * overlap. Reads of these rows afterwards hit the cache.
   */
  private void fetch(int[] rows, int from, int count, int floats) {
    float sum = 0f;
    for (int i = from; i < from + count; i++) {
      float[] cells = chunks[rows[i] >>> shift];
      int offset = (rows[i] & mask) * stride;
      sum += cells[offset] + cells[offset + floats - 1];
    }
    fetched = sum;
  }

  /** Copies the weights of all rows into {@code target}. */
  public void readWeights(float[] target) {
    if (!table.optimizer().keepsWeights()) {
      computeWeights(null, 0, rows(), target);
      return;
    }
    int width = table.width();
    for (int row = 0; row < rows(); row++) {
      System.arraycopy(chunk(row), offset(row), target, row * width, width);
    }
  }

  /**
   * Computes weights from the optimizer's state. Columns are gathered first, so that several
   * weights are computed at a time. A pull then takes hardly longer than with stored weights.
   *
   * @param rows the rows, or null for all
   */
  private void computeWeights(int[] rows, int from, int count, float[] target) {
    int width = table.width();
    int each = table.optimizer().columns(width);
    float[][] columns = new float[each][count * width];
    if (stride == 2 && rows != null) {
      gatherPairs(rows, from, columns[0], columns[1]);
    } else {
      for (int i = 0; i < count; i++) {
        int row = rows == null ? i : rows[from + i];
        float[] cells = chunk(row);
        int offset = offset(row);
        for (int weight = i * width; weight < (i + 1) * width; weight++) {
          for (float[] column : columns) {
            column[weight] = cells[offset++];
          }
        }
      }
    }
    table.optimizer().readWeights(columns, count * width, target);
  }

  private void gatherPairs(int[] rows, int from, float[] first, float[] second) {
    for (int i = 0; i < first.length; i++) {
      int row = rows[from + i];
      float[] cells = chunks[row >>> shift];
      int offset = (row & mask) * 2;
      first[i] = cells[offset];
      second[i] = cells[offset + 1];
    }
  }

  /**
   * Copies whole rows into {@code target}, one after the other; few enough to stay in the cache.
   *
   * @param rows the rows are {@code rows[from .. from+count-1]}; null: those from {@code from} on
   */
  public void readRows(int[] rows, int from, int count, float[] target) {
    if (stride == 2 && rows != null) {
      for (int i = 0; i < count; i++) {
        int row = rows[from + i];
        float[] cells = chunks[row >>> shift];
        int offset = (row & mask) * 2;
        target[2 * i] = cells[offset];
        target[2 * i + 1] = cells[offset + 1];
      }
      return;
    }
    if (rows != null) {
      fetch(rows, from, count, stride);
    }
    for (int i = 0; i < count; i++) {
      int row = rows == null ? from + i : rows[from + i];
      System.arraycopy(chunk(row), offset(row), target, i * stride, stride);
    }
  }

  /** Copies rows back; parameters as in {@link #readRows}. */
  void writeRows(int[] rows, int from, int count, float[] source) {
    if (stride == 2 && rows != null) {
      for (int i = 0; i < count; i++) {
        int row = rows[from + i];
        float[] cells = chunks[row >>> shift];
        int offset = (row & mask) * 2;
        cells[offset] = source[2 * i];
        cells[offset + 1] = source[2 * i + 1];
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      int row = rows == null ? from + i : rows[from + i];
      System.arraycopy(source, i * stride, chunk(row), offset(row), stride);
    }
  }

  /** Returns every row to its initial value; row numbers stay. */
  public void forgetValues() {
    for (int row = 0; row < rows(); row++) {
      table.initialRow(key(row), chunk(row), offset(row));
    }
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
