package trainer.pserver.store;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;

/**
 * A snapshot of the committed rows of one shard, copied a few rows at a time while the shard
 * changes. A row that is touched before it is copied is kept aside first.
 *
 * <p>The rows of a version are kept after it is computed, from its undo log. That suffices, because
 * nothing is copied during the computation. An update that is applied on arrival has no log: each
 * row is kept before it changes.
 */
public final class ShardSnapshot {
  private static final int NOT_KEPT = -1;

  private final TableShard shard;
  private final int stride;
  private final int rows;
  private final Int2IntOpenHashMap kept = new Int2IntOpenHashMap();
  private float[] keptCells = new float[0];
  private SnapshotRows out;
  private int next;

  public ShardSnapshot(TableShard shard) {
    this.shard = shard;
    this.stride = shard.table().stride();
    this.rows = shard.rows();
    kept.defaultReturnValue(NOT_KEPT);
  }

  /** Keeps the rows that a version has changed, as they were according to the log. */
  public void keep(GradientAccumulator touched, UndoLog undo) {
    for (int slot = 0; slot < touched.size(); slot++) {
      int row = touched.row(slot);
      if (row >= next && row < rows && !kept.containsKey(row)) {
        keep(row, undo.cells(), undo.offset(slot));
      }
    }
  }

  /** Keeps a row that is about to be changed for good. */
  public void keep(int row) {
    if (row >= next && row < rows && !kept.containsKey(row)) {
      keep(row, shard.chunk(row), shard.offset(row));
    }
  }

  private void keep(int row, float[] cells, int offset) {
    int at = kept.size();
    kept.put(row, at);
    int needed = Math.multiplyExact(at + 1, stride);
    if (keptCells.length < needed) {
      keptCells = Arrays.copyOf(keptCells, Math.max(needed, keptCells.length / 2 * 3));
    }
    System.arraycopy(cells, offset, keptCells, at * stride, stride);
  }

  /** The approximate memory of all rows while they are copied and sorted. */
  public long bytes() {
    return rows * (2L * Long.BYTES + Integer.BYTES + (long) Float.BYTES * stride);
  }

  /** Copies the next rows, {@code most} at most; false when none remain. */
  public boolean copySome(int most) {
    if (next == rows) {
      return false;
    }
    if (out == null) {
      out = new SnapshotRows(shard.table(), rows);
    }
    int end = (int) Math.min(rows, (long) next + most);
    for (; next < end; next++) {
      int at = kept.get(next);
      if (at == NOT_KEPT) {
        out.set(next, shard.key(next), shard.chunk(next), shard.offset(next));
      } else {
        out.set(next, shard.key(next), keptCells, at * stride);
      }
    }
    if (next == rows) {
      kept.clear();
      kept.trim();
      keptCells = new float[0];
    }
    return true;
  }

  /** All rows, once they are copied. */
  public SnapshotRows rows() {
    return out == null ? new SnapshotRows(shard.table(), 0) : out;
  }
}
