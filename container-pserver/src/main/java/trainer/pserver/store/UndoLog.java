package trainer.pserver.store;

import java.util.Arrays;

/**
 * The rows of one shard as they were before the tentative version, slot by slot in step with its
 * {@link GradientAccumulator}.
 */
public final class UndoLog {
  private final Table table;
  private final int stride;
  private float[] cells = new float[0];

  public UndoLog(Table table) {
    this.table = table;
    this.stride = table.stride();
  }

  /** Makes room for {@code slots} rows; former content is not kept. */
  public void reset(int slots) {
    int needed = Math.multiplyExact(slots, stride);
    if (cells.length < needed) {
      cells = new float[Math.max(needed, cells.length + cells.length / 2)];
    }
  }

  /** Makes room for one slot more than {@code slots}, whose content is kept. */
  void extend(int slots) {
    int needed = Math.multiplyExact(slots + 1, stride);
    if (cells.length < needed) {
      cells = Arrays.copyOf(cells, Math.max(needed, cells.length + cells.length / 2));
    }
  }

  /** The array that holds all rows. */
  public float[] cells() {
    return cells;
  }

  /** The position of the row of {@code slot} in {@link #cells}. */
  public int offset(int slot) {
    return slot * stride;
  }

  /** Saves a row. */
  void save(int slot, float[] from, int offset) {
    int to = slot * stride;
    for (int i = 0; i < stride; i++) {
      cells[to + i] = from[offset + i];
    }
  }

  /** Saves consecutive rows of {@code from}. */
  void saveAll(int slot, float[] from, int rows) {
    System.arraycopy(from, 0, cells, slot * stride, rows * stride);
  }

  /** Copies the weights of a slot. */
  public void readWeights(int slot, float[] target, int at) {
    table.readWeights(cells, offset(slot), target, at);
  }

  /** Copies the weights of the first {@code rows} slots. */
  public void readWeights(int rows, float[] target) {
    for (int slot = 0; slot < rows; slot++) {
      readWeights(slot, target, slot * table.width());
    }
  }

  /** Restores every row that {@code touched} names. */
  public void restore(GradientAccumulator touched, TableShard shard) {
    for (int slot = 0; slot < touched.size(); slot++) {
      int row = touched.row(slot);
      System.arraycopy(cells, offset(slot), shard.chunk(row), shard.offset(row), stride);
    }
  }
}
