package trainer.pserver.replica;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import trainer.core.table.TableRows;
import trainer.pserver.store.GradientAccumulator;
import trainer.pserver.store.Table;
import trainer.pserver.store.TableShard;

/**
 * The rows that a replica elsewhere still lacks of one that is here: at first every row, and again
 * every row that a commit changes. Rows are sent as committed, never as tentative. A receiver that
 * has all of them at one version therefore holds that version.
 */
public final class ReplicaStream {
  private final PartitionReplica replica;
  private final List<Table> tables;
  private final BitSet[] lacking;
  private long remaining;
  private int table;
  private int row;

  ReplicaStream(PartitionReplica replica, List<Table> tables) {
    this.replica = replica;
    this.tables = tables;
    this.lacking = new BitSet[tables.size()];
    startAgain();
  }

  /** Starts again, because the rows sent so far are no longer valid. */
  void startAgain() {
    remaining = 0;
    for (int t = 0; t < lacking.length; t++) {
      TableShard shard = replica.rows().shard(t);
      int rows = shard.rows();
      lacking[t] = new BitSet(rows);
      for (int one = 0; one < rows; one++) {
        lacking[t].set(one, !shard.index().isFree(one));
      }
      remaining += lacking[t].cardinality();
    }
  }

  /** Marks rows that a commit has changed as lacking. */
  void changed(int ofTable, GradientAccumulator touched) {
    BitSet bits = lacking[ofTable];
    for (int slot = 0; slot < touched.size(); slot++) {
      int changed = touched.row(slot);
      if (!bits.get(changed)) {
        bits.set(changed);
        remaining++;
      }
    }
  }

  /** The number of rows that are lacking. */
  public long remaining() {
    return remaining;
  }

  /** The line of the replica. */
  public long line() {
    return replica.line();
  }

  /** The version of the rows that {@link #next} returns. */
  public long version() {
    return replica.committed();
  }

  /** The replica's digest at that version, if digests are kept. */
  public long digest() {
    return replica.rows().digest();
  }

  /** Takes lacking rows of one table, as many as {@code floats} hold. */
  public TableRows next(int floats) {
    if (remaining == 0) {
      return new TableRows(0, new long[0], new float[0]);
    }
    int first = lacking[table].nextSetBit(row);
    while (first < 0) {
      table = (table + 1) % lacking.length;
      first = lacking[table].nextSetBit(0);
    }
    row = first;
    return take(Math.max(1, floats / tables.get(table).stride()));
  }

  private TableRows take(int most) {
    int stride = tables.get(table).stride();
    int count = (int) Math.min(most, remaining);
    long[] keys = new long[count];
    float[] cells = new float[Math.multiplyExact(count, stride)];
    float[] one = new float[stride];
    int taken = 0;
    for (int next = row; next >= 0 && taken < count; next = lacking[table].nextSetBit(next + 1)) {
      replica.rows().readCommitted(table, next, one);
      keys[taken] = replica.rows().shard(table).key(next);
      System.arraycopy(one, 0, cells, taken * stride, stride);
      lacking[table].clear(next);
      taken++;
      row = next + 1;
    }
    remaining -= taken;
    return new TableRows(table, Arrays.copyOf(keys, taken), Arrays.copyOf(cells, taken * stride));
  }
}
