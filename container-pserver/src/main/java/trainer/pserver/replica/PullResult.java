package trainer.pserver.replica;

import java.util.List;
import trainer.pserver.protocol.RowValues;
import trainer.pserver.store.KeyIndex;
import trainer.pserver.store.RowList;
import trainer.pserver.store.Table;

/**
 * The weights of a key list at one version, or of the list's keys in some partitions. They are read
 * from the shards segment by segment.
 */
final class PullResult implements RowValues {
  private final HeldReplicas held;
  private final List<Table> tables;
  private final RowList list;
  private final long version;
  private final long partitions;

  /**
   * @param partitions the partitions of the list that are wanted, a bit each
   */
  PullResult(HeldReplicas held, RowList list, long version, long partitions) {
    this.held = held;
    this.tables = held.tables();
    this.list = list;
    this.version = version;
    this.partitions = partitions;
  }

  @Override
  public int size() {
    int size = 0;
    for (int s = 0; s < list.segments(); s++) {
      size += isWanted(s) ? floats(s) : 0;
    }
    return size;
  }

  @Override
  public void writeTo(Target target) {
    float[] weights = new float[longestSegment()];
    for (int s = 0; s < list.segments(); s++) {
      if (!isWanted(s)) {
        continue;
      }
      VersionedRows rows = held.of(list.partition(s)).rows();
      if (list.isWhole(s)) {
        rows.readWeights(list.table(s), version, weights);
      } else if (list.isTraining()) {
        rows.readWeights(
            list.table(s), list.rows(), list.start(s), list.count(s), version, weights);
      } else {
        readByKey(s, rows, weights);
      }
      target.put(weights, 0, floats(s));
    }
  }

  private void readByKey(int segment, VersionedRows rows, float[] weights) {
    Table table = tables.get(list.table(segment));
    int[] row = new int[list.count(segment)];
    float[] one = new float[table.width()];
    list.find(segment, rows.shard(table.position()), row);
    for (int i = 0; i < row.length; i++) {
      if (row[i] == KeyIndex.ABSENT) {
        table.initialWeights(list.key(list.start(segment) + i), one, 0);
      } else {
        rows.readWeights(table.position(), row, i, 1, version, one);
      }
      System.arraycopy(one, 0, weights, i * one.length, one.length);
    }
  }

  private boolean isWanted(int segment) {
    return (partitions >>> list.partition(segment) & 1) != 0;
  }

  private int floats(int segment) {
    return list.count(segment) * tables.get(list.table(segment)).width();
  }

  private int longestSegment() {
    int longest = 0;
    for (int s = 0; s < list.segments(); s++) {
      longest = Math.max(longest, isWanted(s) ? floats(s) : 0);
    }
    return longest;
  }
}
