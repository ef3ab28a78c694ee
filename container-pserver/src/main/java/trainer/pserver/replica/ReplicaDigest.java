package trainer.pserver.replica;

import java.util.List;
import trainer.core.table.Partitions;
import trainer.pserver.store.GradientAccumulator;
import trainer.pserver.store.Table;
import trainer.pserver.store.TableShard;
import trainer.pserver.store.UndoLog;

/**
 * A 64-bit hash of what a copy has committed: by how much weights and optimizer state of each row
 * differ from its initial row, as integers with the floats' bits, each times an odd number drawn
 * from table, key and cell (multilinear hashing: Lemire, Kaser 2014). A sum over rows, so that
 * neither their numbers nor the cut into partitions and processes leave a trace: the digests of all
 * partitions may be added up; and what a version changes is known from the rows it touches, as they
 * were and as they are.
 */
final class ReplicaDigest {
  /** Gathered at once, keys and rows: their cache misses do not wait for each other. */
  private static final int ROWS = 128;

  private static final int FLOATS = 4096;

  private ReplicaDigest() {}

  static long of(PartitionReplica copy, List<Table> tables) {
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
  static long change(TableShard slice, GradientAccumulator touched, UndoLog undo) {
    int stride = slice.table().stride();
    int size = touched.size();
    int most = Math.min(size, Math.max(1, Math.min(ROWS, FLOATS / stride)));
    long[] keys = new long[most];
    float[] now = new float[most * stride];
    long seed = seed(slice.table());
    long sum = 0;
    for (int slot = 0; slot < size; slot += most) {
      int some = Math.min(most, size - slot);
      slice.numbering().keys(touched.rows(), slot, some, keys);
      slice.readRows(touched.rows(), slot, some, now);
      sum += change(seed, keys, some, undo.cells(), undo.offset(slot), now, stride);
    }
    return sum;
  }

  /** Of rows one behind the other; a method of its own, and so compiled alone. */
  private static long change(
      long seed, long[] keys, int rows, float[] before, int from, float[] now, int stride) {
    long sum = 0;
    for (int i = 0; i < rows; i++) {
      long drawn = Partitions.mix(keys[i] ^ seed);
      sum += change(drawn, before, from + i * stride, now, i * stride, stride);
    }
    return sum;
  }

  /** What one row as it stands adds to the digest. */
  static long of(TableShard slice, int row) {
    Table table = slice.table();
    float[] initial = new float[table.stride()];
    table.initialRow(slice.key(row), initial, 0);
    long drawn = Partitions.mix(slice.key(row) ^ seed(table));
    return change(drawn, initial, 0, slice.chunk(row), slice.offset(row), initial.length);
  }

  private static long of(PartitionReplica copy, Table table) {
    float[] cells = new float[table.stride()];
    float[] initial = new float[table.stride()];
    TableShard slice = copy.slice(table.position());
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
