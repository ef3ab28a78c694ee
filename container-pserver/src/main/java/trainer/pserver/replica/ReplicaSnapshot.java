package trainer.pserver.replica;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import trainer.pserver.store.ShardSnapshot;
import trainer.pserver.store.SnapshotRows;

/**
 * What some copies of one lane hold at one moment, copied out a few rows at a time while they go
 * on: it is one version, whatever is pushed, committed or undone meanwhile, and of an open one that
 * updates make on arrival what they have made by then. What is only tentative is never in it.
 *
 * <p>Memory: one partition as it is copied, and of the others each row that is touched before its
 * turn, once.
 */
public final class ReplicaSnapshot {
  private final ArrayDeque<PartitionReplica> left = new ArrayDeque<>();
  private final long updates;

  /** One partition of it, whole. */
  public record Part(int partition, List<SnapshotRows> tables) {
    public Part {
      tables = List.copyOf(tables);
    }
  }

  /**
   * @param updates how many the lane has applied on arrival
   */
  ReplicaSnapshot(List<PartitionReplica> copies, long updates) {
    this.updates = updates;
    for (PartitionReplica copy : copies) {
      copy.beginCut();
      left.add(copy);
    }
  }

  /**
   * Copies some more.
   *
   * @param rows how many at most
   * @return a partition that is whole by that, else null
   */
  public Part copySome(int rows) {
    PartitionReplica copy = left.peek();
    if (copy == null) {
      return null;
    }
    for (ShardSnapshot slice : copy.cut()) {
      if (slice.copySome(rows)) {
        return null;
      }
    }
    List<SnapshotRows> tables = new ArrayList<>();
    Arrays.stream(copy.cut()).forEach(slice -> tables.add(slice.rows()));
    copy.endCut();
    left.remove();
    return new Part(copy.partition(), tables);
  }

  /** How many updates had been applied on arrival. */
  public long updates() {
    return updates;
  }

  /** About how much memory the next partition takes as it is copied and written. */
  public long nextBytes() {
    PartitionReplica copy = left.peek();
    long bytes = 0;
    for (ShardSnapshot slice : copy == null ? new ShardSnapshot[0] : copy.cut()) {
      bytes += slice.bytes();
    }
    return bytes;
  }

  /** Whether every partition has been given. */
  public boolean isOver() {
    return left.isEmpty();
  }

  /** Nobody wants the rest. */
  public void abandon() {
    left.forEach(PartitionReplica::endCut);
    left.clear();
  }
}
