package trainer.pserver.replica;

import trainer.pserver.store.KeyIndex;
import trainer.pserver.store.Table;

/**
 * An iterator over the committed rows of one table in one partition, keys ascending unsigned. Rows
 * whose weights equal their initial value are left out (−0 equals 0). Valid until the replica
 * changes.
 */
public final class RowCursor {
  /** The number of rows that are read together, so that their cache misses overlap. */
  private static final int AT_ONCE = 128;

  /** The most cells that a cursor holds; it always holds one row. */
  private static final int CELLS = 1 << 13;

  private final VersionedRows partition;
  private final Table table;
  private final KeyIndex index;
  private final int[] rows;
  private final float[] cells;
  private final long[] keys;
  private final float[] weights;
  private int next;
  private int read;
  private int at = -1;

  RowCursor(VersionedRows partition, Table table) {
    this.partition = partition;
    this.table = table;
    this.index = partition.shard(table.position()).index();
    this.rows = index.sortedRows();
    this.keys = new long[Math.max(1, Math.min(AT_ONCE, CELLS / table.stride()))];
    this.cells = new float[keys.length * table.stride()];
    this.weights = new float[table.width()];
  }

  /** Moves to the next row; false after the last. */
  public boolean next() {
    do {
      if (++at == read && !readSome()) {
        return false;
      }
    } while (table.isInitial(keys[at], cells, at * table.stride()));
    return true;
  }

  private boolean readSome() {
    read = Math.min(keys.length, rows.length - next);
    at = 0;
    if (read == 0) {
      at = -1;
      return false;
    }
    index.keys(rows, next, read, keys);
    partition.readCommitted(table.position(), rows, next, read, cells);
    next += read;
    return true;
  }

  /** The row's key. */
  public long key() {
    return keys[at];
  }

  /** The row's weights; the array is reused for the next row. */
  public float[] weights() {
    table.readWeights(cells, at * table.stride(), weights, 0);
    return weights;
  }
}
