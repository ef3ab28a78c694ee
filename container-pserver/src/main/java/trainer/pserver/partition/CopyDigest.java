package trainer.pserver.partition;

import java.util.List;
import trainer.core.table.Partitions;

/**
 * A 64-bit hash of what a copy has committed: by how much weights and optimizer state of each row
 * differ from its initial row, as integers with the floats' bits, each times an odd number drawn
 * from table, key and cell (multilinear hashing: Lemire, Kaser 2014). A sum over rows, so that
 * neither their numbers nor the cut into partitions and processes leave a trace: the digests of all
 * partitions may be added up; and what a version changes is known from the rows it touches, as they
 * were and as they are.
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
    int stride = slice.table().stride();
    long seed = seed(slice.table());
    float[] before = undo.cells();
    long sum = 0;
    for (int slot = 0; slot < touched.size(); slot++) {
      int row = touched.row(slot);
      long drawn = Partitions.mix(slice.key(row) ^ seed);
      sum += change(drawn, before, undo.offset(slot), slice.chunk(row), slice.offset(row), stride);
    }
    return sum;
  }

  /** What one row as it stands adds to the digest. */
  static long of(Slice slice, int row) {
    Table table = slice.table();
    float[] initial = new float[table.stride()];
    table.initialRow(slice.key(row), initial, 0);
    long drawn = Partitions.mix(slice.key(row) ^ seed(table));
    return change(drawn, initial, 0, slice.chunk(row), slice.offset(row), initial.length);
  }

  private static long of(Copy copy, Table table) {
    float[] cells = new float[table.stride()];
    float[] initial = new float[table.stride()];
    Slice slice = copy.slice(table.position());
    long seed = seed(table);
    long sum = 0;
    for (int row = 0; row < slice.rows(); row++) {
      copy.readCommitted(table.position(), row, cells);
      table.initialRow(slice.key(row), initial, 0);
      sum += change(Partitions.mix(slice.key(row) ^ seed), initial, 0, cells, 0, cells.length);
    }
    return sum;
  }

  private static long seed(Table table) {
    return Partitions.mix(table.position() + 1L);
  }

  /** Of one row: how {@code before} became {@code now}. */
  private static long change(long drawn, float[] before, int from, float[] now, int at, int cells) {
    long sum = 0;
    for (int i = 0; i < cells; i++) {
      long difference =
          (long) Float.floatToIntBits(now[at + i]) - Float.floatToIntBits(before[from + i]);
      sum += difference * (Partitions.mix(drawn + i) | 1);
    }
    return sum;
  }
}
