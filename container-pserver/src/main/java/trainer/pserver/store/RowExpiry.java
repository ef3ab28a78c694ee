package trainer.pserver.store;

import trainer.learning.optimizer.Optimizer;

/**
 * Drops the rows of a sparse table that no mini-batch has touched for long: they are put back to
 * what they were before their first.
 *
 * <p>Each version looks at one part of the keys, by their hashes, and there are a quarter as many
 * parts as mini-batches that a row may be absent. So which version drops a row follows from its key
 * and from the versions that touched it, on every copy alike, and a version looks at few rows. What
 * is dropped is touched by the version, for it is undone, digested and told to others in the same
 * way.
 */
public final class RowExpiry {
  private RowExpiry() {}

  /** How many versions look at all keys together. */
  public static int parts(Table table) {
    return Math.max(1, table.optimizer().expiry() / 4);
  }

  /** Drops what is due at {@code version}, whose gradients have been applied. */
  public static void sweep(
      long version, TableShard slice, SparseAccumulator touched, UndoLog undo) {
    Table table = slice.table();
    Optimizer optimizer = table.optimizer();
    int parts = parts(table);
    KeyIndex keys = (KeyIndex) slice.numbering();
    keys.forEachRow(
        (int) (version % parts),
        parts,
        row -> {
          float[] cells = slice.chunk(row);
          int offset = slice.offset(row);
          if (optimizer.isOver(version, cells, offset, table.width())) {
            int slot = touched.size();
            touched.touch(row);
            undo.extend(slot);
            undo.save(slot, cells, offset);
            table.initialRow(slice.key(row), cells, offset);
            slice.drop(row);
          }
        });
  }
}
