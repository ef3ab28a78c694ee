package trainer.pserver.replica;

import java.util.Arrays;
import java.util.List;
import trainer.core.table.Partitions;
import trainer.pserver.protocol.Refusal;
import trainer.pserver.protocol.Verdict;
import trainer.pserver.store.OptimizerStep;
import trainer.pserver.store.Table;
import trainer.pserver.store.TableShard;

/**
 * The replicas that a lane holds, and the learners that it builds for partitions that it may hold
 * later.
 *
 * <p>There is always a first replica. A lane without partitions has a stand-in, which has a term, a
 * line and a bitmap of shares, but no rows. All replicas of a lane receive the same orders, so
 * their terms and lines agree.
 */
final class HeldReplicas {
  /** The partition of the stand-in. */
  static final int NO_PARTITION = -1;

  private final List<Table> tables;
  private final OptimizerStep stepping;
  private final boolean exposure;
  private final boolean digested;
  private final PartitionReplica[] byPartition = new PartitionReplica[Partitions.COUNT];
  private final PartitionReplica[] learners = new PartitionReplica[Partitions.COUNT];
  private PartitionReplica[] all;
  private long releases;

  /**
   * Creates replicas without rows.
   *
   * @param stepping shared by all replicas of the lane
   * @param exposure whether a tentative version is served before its commit
   * @param digested whether digests are kept
   */
  HeldReplicas(List<Table> tables, OptimizerStep stepping, boolean exposure, boolean digested) {
    this.tables = List.copyOf(tables);
    this.stepping = stepping;
    this.exposure = exposure;
    this.digested = digested;
    hold(new int[0]);
  }

  List<Table> tables() {
    return tables;
  }

  /** Whether other pservers hold the same partitions, so that digests are compared. */
  boolean isDigested() {
    return digested;
  }

  /**
   * Holds these partitions: with the rows held before, else the rows learned, else an empty
   * replica. All other replicas and learners are dropped.
   *
   * @param partitions ascending
   */
  void hold(int[] partitions) {
    PartitionReplica[] before = byPartition.clone();
    Arrays.fill(byPartition, null);
    all = new PartitionReplica[Math.max(1, partitions.length)];
    // Replaced below if the lane holds a partition.
    all[0] = new PartitionReplica(NO_PARTITION, List.of(), stepping, exposure, false);
    for (int i = 0; i < partitions.length; i++) {
      int partition = partitions[i];
      if (i > 0 && partition <= partitions[i - 1]) {
        throw new IllegalArgumentException("partitions must ascend");
      }
      PartitionReplica known = before[partition] == null ? learners[partition] : before[partition];
      all[i] = known == null ? create(partition) : known;
      byPartition[partition] = all[i];
    }
    dropLearners();
  }

  /** Begins an empty learner of a partition that is not held. */
  void learn(int partition) {
    if (holds(partition)) {
      throw new IllegalArgumentException("partition " + partition + " is held already");
    }
    learners[partition] = create(partition);
  }

  void dropLearners() {
    Arrays.fill(learners, null);
  }

  private PartitionReplica create(int partition) {
    return new PartitionReplica(partition, tables, stepping, exposure, digested);
  }

  /** All replicas, by partition ascending; at least one. The array is not to be changed. */
  PartitionReplica[] all() {
    return all;
  }

  PartitionReplica first() {
    return all[0];
  }

  /** The replica of a partition that is held. */
  PartitionReplica of(int partition) {
    return byPartition[partition];
  }

  /** The learner of a partition; null if the partition is not being learned. */
  PartitionReplica learner(int partition) {
    return learners[partition];
  }

  /** A table's shard of a partition; null if the partition is neither held nor being learned. */
  TableShard shard(int partition, int table) {
    PartitionReplica replica =
        byPartition[partition] == null ? learners[partition] : byPartition[partition];
    return replica == null ? null : replica.rows().shard(table);
  }

  boolean holds(int partition) {
    return partition >= 0 && partition < byPartition.length && byPartition[partition] != null;
  }

  /** Whether any partition is being learned. */
  boolean isLearning() {
    for (PartitionReplica learner : learners) {
      if (learner != null) {
        return true;
      }
    }
    return false;
  }

  /** The partitions held, ascending. */
  int[] partitions() {
    return Arrays.stream(all).mapToInt(PartitionReplica::partition).filter(p -> p >= 0).toArray();
  }

  /** The lowest committed version. */
  long committed() {
    long committed = Long.MAX_VALUE;
    for (PartitionReplica replica : all) {
      committed = Math.min(committed, replica.committed());
    }
    return committed;
  }

  /** Whether every replica holds the rows of its line. */
  boolean isFollowing() {
    boolean following = true;
    for (PartitionReplica replica : all) {
      following &= replica.isFollowing();
    }
    return following;
  }

  /** Whether every replica is at exactly this version of this line. */
  boolean isAt(long line, long version) {
    for (PartitionReplica replica : all) {
      if (replica.line() != line || replica.committed() != version || !replica.isFollowing()) {
        return false;
      }
    }
    return true;
  }

  /** A refusal with the term, the line and the lowest committed version. */
  Refusal refusal(Refusal.Reason reason) {
    return new Refusal(reason, first().term().number(), first().line(), committed());
  }

  /**
   * The number of times that replicas released rows; key lists looked up earlier are then looked up
   * again.
   */
  long releases() {
    return releases;
  }

  /** Counts the replicas that have released rows since the last call. */
  void countReleases() {
    for (PartitionReplica replica : all) {
      releases += replica.rows().takeReleased() ? 1 : 0;
    }
  }

  /** The stricter verdict: refusing over waiting, waiting over taking. */
  static Verdict stricter(Verdict one, Verdict other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
