package trainer.pserver.store;

import trainer.learning.optimizer.Optimizer;

/**
 * The expiry of rows of a sparse table that no mini-batch has touched for a long time: they return
 * to their initial values.
 *
 * <p>Each version visits one part of the keys, by their hashes. There are a quarter as many parts
 * as mini-batches that a row may stay untouched, so a version visits few rows. The version that
 * drops a row follows from its key and from the versions that touched it, so all replicas drop it
 * alike. A dropped row counts as touched by the version: it is undone, digested and streamed in the
 * same way.
 */
public final class RowExpiry {
  private RowExpiry() {}

  /** The number of versions that together visit all keys. */
  public static int parts(Table table) {
    return Math.max(1, table.optimizer().expiry() / 4);
  }

  /** Drops the rows that expire at {@code version}, whose gradients have been applied. */
  public static void sweep(
      long version, TableShard shard, SparseAccumulator touched, UndoLog undo) {
    Table table = shard.table();
    Optimizer optimizer = table.optimizer();
    int parts = parts(table);
    SparseKeyIndex keys = (SparseKeyIndex) shard.index();
    keys.forEachRow(
        (int) (version % parts),
        parts,
        row -> {
          float[] cells = shard.chunk(row);
          int offset = shard.offset(row);
          if (optimizer.isOver(version, cells, offset, table.width())) {
            int slot = touched.size();
            touched.touch(row);
            undo.extend(slot);
            undo.save(slot, cells, offset);
            table.initialRow(shard.key(row), cells, offset);
            shard.drop(row);
          }
        });
  }
}
