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
      } else if (list.absent() == 0) {
        rows.readWeights(
            list.table(s), list.rows(), list.start(s), list.count(s), version, weights);
      } else {
        readThoseThere(s, rows, weights);
      }
      target.put(weights, 0, floats(s));
    }
  }

  /** Reads a segment whose keys may have no row: such a key has its initial weights. */
  private void readThoseThere(int segment, VersionedRows rows, float[] weights) {
    Table table = tables.get(list.table(segment));
    int start = list.start(segment);
    int count = list.count(segment);
    int[] there = new int[count];
    int found = 0;
    for (int i = start; i < start + count; i++) {
      there[found] = list.rows()[i];
      found += list.rows()[i] == KeyIndex.ABSENT ? 0 : 1;
    }
    int width = table.width();
    float[] read = new float[found * width];
    rows.readWeights(table.position(), there, 0, found, version, read);
    int next = 0;
    for (int i = 0; i < count; i++) {
      if (list.rows()[start + i] == KeyIndex.ABSENT) {
        table.initialWeights(list.key(start + i), weights, i * width);
      } else {
        System.arraycopy(read, next, weights, i * width, width);
        next += width;
      }
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
