package trainer.pserver.replica;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.message.StoredRows;
import trainer.core.message.TimeSpent;
import trainer.core.message.ToMember;
import trainer.core.table.Partitions;
import trainer.pserver.protocol.Commitment;
import trainer.pserver.protocol.CompleteListener;
import trainer.pserver.store.KeyLookup;
import trainer.pserver.store.MemoryBudget;
import trainer.pserver.store.OptimizerStep;
import trainer.pserver.store.RowUpdate;
import trainer.pserver.store.Table;
import trainer.pserver.store.TableShard;
import trainer.pserver.store.TableSize;

/**
 * The partition replicas of one lane, addressed as a unit. Each order of the master goes to every
 * {@link PartitionReplica}, and the lane gives one answer for all of them: a version is complete
 * when it is complete in every replica.
 *
 * <p>The others that use the replicas have a view each:
 *
 * <table>
 * <caption>Views</caption>
 * <tr><td>{@link #requests}<td>key lists, pulls and pushes of workers
 * <tr><td>{@link #committed}<td>committed rows, for exports, folds, snapshots and streams
 * <tr><td>{@link #learners}<td>partitions that are built from replicas elsewhere
 * <tr><td>{@link #load}<td>the rows of a checkpoint, before the first line
 * </table>
 *
 * <p>Confined to the thread of its lane.
 */
public final class LaneReplicas {
  private final HeldReplicas held;
  private final KeyLookup lookup;
  private final ApplyClock clock;
  private final VersionCompletion completion;
  private final WorkerRequests requests;
  private final CommittedRows committed;
  private final LearnerReplicas learners;
  private final CheckpointLoad load;

  /**
   * Creates replicas without rows.
   *
   * @param partitions the partitions held, ascending; a lane without any still follows the protocol
   * @param exposure whether a tentative version is served before its commit
   * @param digested whether other pservers hold the same partitions, so that digests are compared
   * @param room the memory that the replicas may grow into
   * @param nanos a monotonic clock, which measures the work
   */
  public LaneReplicas(
      List<Table> tables,
      int[] partitions,
      boolean exposure,
      boolean digested,
      MemoryBudget room,
      CompleteListener listener,
      LongSupplier nanos) {
    this.clock = new ApplyClock(nanos);
    OptimizerStep stepping = new OptimizerStep();
    SeenUpdates seen = new SeenUpdates();
    this.held = new HeldReplicas(tables, stepping, exposure, digested);
    this.lookup = new KeyLookup(held.tables(), Partitions.COUNT, held::shard, room);
    this.completion = new VersionCompletion(held, clock, listener);
    this.requests = new WorkerRequests(held, lookup, seen, stepping, completion, clock);
    this.committed = new CommittedRows(held, seen);
    this.learners = new LearnerReplicas(held, lookup, room);
    this.load = new CheckpointLoad(held, seen, room);
    hold(partitions);
  }

  /** The requests of workers. */
  public WorkerRequests requests() {
    return requests;
  }

  /** The committed rows. */
  public CommittedRows committed() {
    return committed;
  }

  /** The partitions that are built from replicas elsewhere. */
  public LearnerReplicas learners() {
    return learners;
  }

  /** The load of a checkpoint into replicas without rows. */
  public CheckpointLoad load() {
    return load;
  }

  /** Whether the partition is held here. */
  public boolean holds(int partition) {
    return held.holds(partition);
  }

  /** Whether every replica is at exactly this version of this line. */
  public boolean isAt(long line, long version) {
    return held.isAt(line, version);
  }

  /**
   * Takes the term and reports the state of the replicas. A lower term is answered with the higher
   * one. The caller sends the answer first and then calls {@link #repeatComplete}.
   *
   * @param since the answer includes the metrics of the versions after this one
   */
  public FromPserver.Sealed seal(Term term, long since) {
    for (PartitionReplica replica : held.all()) {
      replica.seal(term);
    }
    long lowest = held.committed();
    boolean complete = true;
    for (PartitionReplica replica : held.all()) {
      complete &= replica.isFollowing() && (replica.committed() > lowest || replica.isTentative());
    }
    List<Metrics> metrics = holds(0) ? metricsSince(held.of(0), since) : List.of();
    long from = metrics.isEmpty() ? 0 : lastComputed(held.of(0)) - metrics.size() + 1;
    PartitionReplica first = held.first();
    return new FromPserver.Sealed(
        first.term(), new Line(first.line()), new Version(lowest), complete, from, metrics);
  }

  private static List<Metrics> metricsSince(PartitionReplica replica, long since) {
    List<Metrics> metrics = new ArrayList<>(replica.metricsSince(since));
    if (replica.isTentative() && replica.committed() >= since) {
      metrics.add(replica.tentativeMetrics());
    }
    return metrics;
  }

  private static long lastComputed(PartitionReplica replica) {
    return replica.isTentative() ? replica.committed() + 1 : replica.committed();
  }

  /** Reports complete again if the open version is complete. */
  public void repeatComplete() {
    completion.reportIfComplete();
  }

  /**
   * Takes a line, drops the versions that it voids, and retries the requests deferred until it.
   * From here on the lane holds the partitions of the line's map. A lane without partitions can
   * follow any line.
   *
   * @param partitions the partitions held, ascending
   * @return the answer; null if the order is ignored because its term or line is lower
   */
  public FromPserver.LineAccepted newLine(ToMember.NewLine order, int[] partitions) {
    long line = held.first().line();
    if (order.term().number() < held.first().term().number() || order.line().number() < line) {
      return null;
    }
    if (order.line().number() > line
        && (held.isLearning() || !Arrays.equals(held.partitions(), partitions))) {
      hold(partitions);
    }
    for (PartitionReplica replica : held.all()) {
      if (replica.accepts(order.term(), order.line().number())) {
        replica.newLine(
            order.term(),
            order.line().number(),
            order.base().number(),
            order.lineOfBase().number(),
            order.lastBack().number());
        if (replica.partition() == HeldReplicas.NO_PARTITION) {
          replica.learned(order.line().number(), order.base().number());
        }
      }
      replica.seal(order.term());
    }
    held.countReleases();
    FromPserver.LineAccepted answer =
        new FromPserver.LineAccepted(
            new Line(held.first().line()), new Version(held.committed()), held.isFollowing());
    requests.release();
    return answer;
  }

  /** Takes a line and keeps the partitions held. */
  public FromPserver.LineAccepted newLine(ToMember.NewLine order) {
    return newLine(order, held.partitions());
  }

  private void hold(int[] partitions) {
    held.hold(partitions);
    lookup.heldChanged();
  }

  /**
   * Computes a version by a row update and reports complete. Repeats the report if the version was
   * computed before.
   *
   * @throws trainer.core.failure.FailureException when the function fails
   */
  public void update(long line, long version, RowUpdate update) {
    long since = clock.now();
    for (PartitionReplica replica : held.all()) {
      replica.update(line, version, update);
    }
    clock.count(since);
    if (isNext(line, version) && completion.reportIfComplete()) {
      requests.release();
    }
  }

  /**
   * Closes a version that updates have made, and reports complete. Repeats the report if it was
   * closed before.
   */
  public void close(long line, long version) {
    for (PartitionReplica replica : held.all()) {
      replica.close(line, version);
    }
    if (isNext(line, version)) {
      completion.reportIfComplete();
    }
  }

  /** Commits a version and serves the pulls that waited for it. */
  public Commitment commit(long line, long version) {
    Commitment result = Commitment.DONE;
    for (PartitionReplica replica : held.all()) {
      Commitment one = replica.commit(line, version);
      result = one.compareTo(result) > 0 ? one : result;
    }
    held.countReleases();
    if (result == Commitment.DONE) {
      requests.release();
      requests.computeIfFull();
    }
    return result;
  }

  /** The size of each table here, including partitions that are being learned. */
  public List<TableSize> sizes() {
    List<TableSize> sizes = new ArrayList<>();
    for (Table table : held.tables()) {
      long rows = 0;
      long bytes = lookup.bytes(table.position());
      for (int partition = 0; partition < Partitions.COUNT; partition++) {
        TableShard shard = held.shard(partition, table.position());
        rows += shard == null ? 0 : shard.rows();
        bytes += shard == null ? 0 : shard.bytes();
      }
      sizes.add(new TableSize(table.spec().name(), rows, bytes));
    }
    return sizes;
  }

  /** What the lane holds, including partitions that are being learned. */
  public StoredRows stored() {
    StoredRows stored = new StoredRows(held.partitions().length, 0, 0);
    for (TableSize size : sizes()) {
      stored = stored.plus(new StoredRows(0, size.rows(), size.bytes()));
    }
    return stored;
  }

  /** The time that it has spent on computing rows. */
  public TimeSpent spent() {
    return clock.spent();
  }

  private boolean isNext(long line, long version) {
    return line == held.first().line() && version == held.first().committed() + 1;
  }
}
