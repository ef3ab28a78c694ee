package trainer.pserver.partition;

import java.util.List;
import trainer.core.table.Partitions;

/**
 * A 64-bit hash of what a copy has committed: weights and optimizer state of every row that differs
 * from its initial row, bit for bit. A sum over rows, so that neither their numbers nor the cut
 * into partitions and processes leave a trace: the digests of all partitions may be added up.
 */
final class CopyDigest {
  private CopyDigest() {}

  static long of(Copy copy, List<Table> tables) {
    long sum = 0;
    for (Table table : tables) {
      sum += of(copy, table);
    }
    return sum;
  }

  /**
   * By how much the digest of all rows changes with what a version does to the touched ones, which
   * is computed in place and can be undone.
   */
  static long change(Slice slice, Touched touched, UndoLog undo) {
    Table table = slice.table();
    float[] initial = new float[table.stride()];
    float[] cells = new float[table.stride()];
    long sum = 0;
    for (int slot = 0; slot < touched.size(); slot++) {
      int row = touched.row(slot);
      long key = slice.key(row);
      table.initialRow(key, initial, 0);
      System.arraycopy(slice.chunk(row), slice.offset(row), cells, 0, cells.length);
      sum += of(table, key, cells, initial);
      System.arraycopy(undo.cells(), undo.offset(slot), cells, 0, cells.length);
      sum -= of(table, key, cells, initial);
    }
    return sum;
  }

  /** What one row as it stands adds to the digest. */
  static long of(Slice slice, int row) {
    Table table = slice.table();
    float[] initial = new float[table.stride()];
    float[] cells = new float[table.stride()];
    long key = slice.key(row);
    table.initialRow(key, initial, 0);
    System.arraycopy(slice.chunk(row), slice.offset(row), cells, 0, cells.length);
    return of(table, key, cells, initial);
  }

  private static long of(Table table, long key, float[] cells, float[] initial) {
    return sameBits(cells, initial) ? 0 : hash(table.position(), key, cells);
  }

  private static long of(Copy copy, Table table) {
    float[] cells = new float[table.stride()];
    float[] initial = new float[table.stride()];
    Slice slice = copy.slice(table.position());
    long sum = 0;
    for (int row = 0; row < slice.rows(); row++) {
      copy.readCommitted(table.position(), row, cells);
      table.initialRow(slice.key(row), initial, 0);
      sum += of(table, slice.key(row), cells, initial);
    }
    return sum;
  }

  private static boolean sameBits(float[] one, float[] other) {
    for (int i = 0; i < one.length; i++) {
      if (Float.floatToIntBits(one[i]) != Float.floatToIntBits(other[i])) {
        return false;
      }
    }
    return true;
  }

  private static long hash(int table, long key, float[] row) {
    long hash = Partitions.mix(key ^ Partitions.mix(table + 1L));
    for (float cell : row) {
      hash = Partitions.mix(hash + Float.floatToIntBits(cell));
    }
    return hash;
  }
}
