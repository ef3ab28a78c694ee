package trainer.pserver.replica;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import trainer.pserver.store.ShardSnapshot;
import trainer.pserver.store.SnapshotRows;

/**
 * A consistent snapshot of some replicas of one lane, copied a few rows at a time while they
 * continue.
 *
 * <p>It contains exactly one version, regardless of pushes, commits and undos meanwhile. Of an open
 * version that updates make on arrival it contains the updates applied before it began. Tentative
 * changes are never in it.
 *
 * <p>Memory: one partition while it is copied, plus each row of the other partitions that is
 * touched before they are copied, once.
 */
public final class ReplicaSnapshot {
  private final ArrayDeque<PartitionReplica> remaining = new ArrayDeque<>();
  private final long updates;

  /** One complete partition of the snapshot. */
  public record Part(int partition, List<SnapshotRows> tables) {
    public Part {
      tables = List.copyOf(tables);
    }
  }

  /**
   * @param updates the number of updates that the lane has applied on arrival
   */
  ReplicaSnapshot(List<PartitionReplica> replicas, long updates) {
    this.updates = updates;
    for (PartitionReplica replica : replicas) {
      replica.rows().beginSnapshot();
      remaining.add(replica);
    }
  }

  /**
   * Copies more rows.
   *
   * @param rows the most rows to copy
   * @return a partition that is complete now, else null
   */
  public Part copySome(int rows) {
    PartitionReplica replica = remaining.peek();
    if (replica == null) {
      return null;
    }
    for (ShardSnapshot shard : replica.rows().readers().snapshot()) {
      if (shard.copySome(rows)) {
        return null;
      }
    }
    List<SnapshotRows> tables = new ArrayList<>();
    Arrays.stream(replica.rows().readers().snapshot()).forEach(shard -> tables.add(shard.rows()));
    replica.rows().readers().endSnapshot();
    remaining.remove();
    return new Part(replica.partition(), tables);
  }

  /** The number of updates that had been applied on arrival. */
  public long updates() {
    return updates;
  }

  /** The approximate memory of the next partition while it is copied and written. */
  public long nextBytes() {
    PartitionReplica replica = remaining.peek();
    long bytes = 0;
    for (ShardSnapshot shard :
        replica == null ? new ShardSnapshot[0] : replica.rows().readers().snapshot()) {
      bytes += shard.bytes();
    }
    return bytes;
  }

  /** Whether every partition has been returned. */
  public boolean isOver() {
    return remaining.isEmpty();
  }

  /** Ends the snapshot early. */
  public void abandon() {
    remaining.forEach(replica -> replica.rows().readers().endSnapshot());
    remaining.clear();
  }
}
