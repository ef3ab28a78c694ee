package trainer.pserver.replica;

import java.util.List;
import trainer.core.table.Partitions;
import trainer.pserver.store.GradientAccumulator;
import trainer.pserver.store.Table;
import trainer.pserver.store.TableShard;
import trainer.pserver.store.UndoLog;

/**
 * A 64-bit hash of the committed rows of a replica (multilinear hashing: Lemire, Kaser 2014).
 *
 * <p>Each cell of weights and optimizer state contributes the difference from its initial value, as
 * integers with the floats' bits. The difference is multiplied by an odd number drawn from table,
 * key and cell. The digest is the sum over all rows, which has two consequences:
 *
 * <ul>
 *   <li>Row numbers and the division into partitions and processes do not matter: digests of all
 *       partitions may be added.
 *   <li>The change by a version follows from the rows that it touches, before and after.
 * </ul>
 */
final class ReplicaDigest {
  /** Keys and rows are gathered in blocks, so that their cache misses overlap. */
  private static final int ROWS = 128;

  private static final int FLOATS = 4096;

  private ReplicaDigest() {}

  static long of(VersionedRows rows, List<Table> tables) {
    long sum = 0;
    for (Table table : tables) {
      sum += of(rows, table);
    }
    return sum;
  }

  /** The change of the digest by a version that is computed in place and can be undone. */
  static long change(TableShard shard, GradientAccumulator touched, UndoLog undo) {
    int stride = shard.table().stride();
    int size = touched.size();
    int most = Math.min(size, Math.max(1, Math.min(ROWS, FLOATS / stride)));
    long[] keys = new long[most];
    float[] now = new float[most * stride];
    long seed = seed(shard.table());
    long sum = 0;
    for (int slot = 0; slot < size; slot += most) {
      int some = Math.min(most, size - slot);
      shard.index().keys(touched.rows(), slot, some, keys);
      shard.readRows(touched.rows(), slot, some, now);
      sum += change(seed, keys, some, undo.cells(), undo.offset(slot), now, stride);
    }
    return sum;
  }

  /** The change over consecutive rows; a method of its own, so that it is compiled alone. */
  private static long change(
      long seed, long[] keys, int rows, float[] before, int from, float[] now, int stride) {
    long sum = 0;
    for (int i = 0; i < rows; i++) {
      long drawn = Partitions.mix(keys[i] ^ seed);
      sum += change(drawn, before, from + i * stride, now, i * stride, stride);
    }
    return sum;
  }

  /** The contribution of one row, as it is, to the digest. */
  static long of(TableShard shard, int row) {
    Table table = shard.table();
    float[] initial = new float[table.stride()];
    table.initialRow(shard.key(row), initial, 0);
    long drawn = Partitions.mix(shard.key(row) ^ seed(table));
    return change(drawn, initial, 0, shard.chunk(row), shard.offset(row), initial.length);
  }

  private static long of(VersionedRows rows, Table table) {
    float[] cells = new float[table.stride()];
    float[] initial = new float[table.stride()];
    TableShard shard = rows.shard(table.position());
    long seed = seed(table);
    long sum = 0;
    for (int row = 0; row < shard.rows(); row++) {
      rows.readCommitted(table.position(), row, cells);
      table.initialRow(shard.key(row), initial, 0);
      sum += change(Partitions.mix(shard.key(row) ^ seed), initial, 0, cells, 0, cells.length);
    }
    return sum;
  }

  private static long seed(Table table) {
    return Partitions.mix(table.position() + 1L);
  }

  /** The change of one row from {@code before} to {@code now}. */
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
