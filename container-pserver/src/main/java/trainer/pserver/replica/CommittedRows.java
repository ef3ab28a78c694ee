package trainer.pserver.replica;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import trainer.core.aggregate.Partial;

/**
 * The committed rows of a lane for its readers: exports, folds, snapshots, and pservers that build
 * replicas. Tentative changes are never read. Confined to the thread of its lane.
 */
public final class CommittedRows {
  private final HeldReplicas held;
  private final SeenUpdates seen;

  CommittedRows(HeldReplicas held, SeenUpdates seen) {
    this.held = held;
    this.seen = seen;
  }

  /** The rows of one table in one partition. */
  public RowCursor rows(int table, int partition) {
    return new RowCursor(held.of(partition).rows(), held.tables().get(table));
  }

  /**
   * Folds the rows of each partition.
   *
   * @return empty when the lane is not at that version of that line
   * @throws trainer.core.failure.FailureException when the function fails
   */
  public Optional<Map<Integer, List<Partial>>> fold(long line, long version, TableFold fold) {
    if (!held.isAt(line, version)) {
      return Optional.empty();
    }
    Map<Integer, List<Partial>> partials = new TreeMap<>();
    for (int partition : held.partitions()) {
      partials.put(partition, fold.compute(held.of(partition).rows()));
    }
    return Optional.of(partials);
  }

  /** Begins a snapshot of these partitions, which must be held here. */
  public ReplicaSnapshot snapshot(List<Integer> partitions) {
    return new ReplicaSnapshot(partitions.stream().map(held::of).toList(), seen.count());
  }

  /**
   * Begins a stream of the rows that a replica elsewhere lacks, with all rows at first.
   *
   * @throws IllegalArgumentException when the partition is not held here
   */
  public ReplicaStream stream(int partition) {
    if (!held.holds(partition) || !held.of(partition).isFollowing()) {
      throw new IllegalArgumentException("not held here: partition " + partition);
    }
    return held.of(partition).stream();
  }

  /** Ends a stream. */
  public void end(ReplicaStream stream) {
    for (PartitionReplica replica : held.all()) {
      replica.rows().readers().remove(stream);
    }
  }

  /** A hash of all rows here. The digests of disjoint sets of partitions may be added. */
  public long digest() {
    long sum = 0;
    for (int partition : held.partitions()) {
      sum += digest(partition);
    }
    return sum;
  }

  /** The hash of one partition's rows. */
  public long digest(int partition) {
    return ReplicaDigest.of(held.of(partition).rows(), held.tables());
  }
}
