package trainer.pserver.replica;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import trainer.core.aggregate.Partial;
import trainer.core.message.FromPserver;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;
import trainer.pserver.protocol.Commitment;
import trainer.pserver.protocol.CompleteListener;
import trainer.pserver.protocol.GradientSums;
import trainer.pserver.protocol.Push;
import trainer.pserver.protocol.Refusal;
import trainer.pserver.protocol.Update;
import trainer.pserver.protocol.Verdict;
import trainer.pserver.protocol.WorkerConnection;
import trainer.pserver.store.KeyLookup;
import trainer.pserver.store.MemoryBudget;
import trainer.pserver.store.OptimizerStep;
import trainer.pserver.store.RowList;
import trainer.pserver.store.RowUpdate;
import trainer.pserver.store.Rows;
import trainer.pserver.store.Table;
import trainer.pserver.store.TableShard;
import trainer.pserver.store.TableSize;

/**
 * The partition replicas of one lane, addressed as a unit. Each message goes to every {@link
 * PartitionReplica}, and the lane gives one answer for all of them:
 *
 * <ul>
 *   <li>a pull is served when every replica can serve it;
 *   <li>a share is acknowledged when every replica has it;
 *   <li>a version is complete when it is complete in every replica.
 * </ul>
 *
 * <p>Confined to the thread of its lane. Requests that arrive too early are deferred in {@link
 * DeferredRequests}.
 */
public final class LaneReplicas {
  /**
   * The partition of the replica that stands in when a lane holds none: it has a term, a line and a
   * bitmap.
   */
  private static final int NO_PARTITION = -1;

  private static final long FILLED_AT_ONCE = 1024;

  private final List<Table> tables;
  private final boolean exposure;
  private final boolean digested;
  private final PartitionReplica[] byPartition = new PartitionReplica[Partitions.COUNT];
  private final PartitionReplica[] named = new PartitionReplica[Partitions.COUNT];
  private final Map<Integer, PartitionReplica> learning = new TreeMap<>();
  private final SeenUpdates seen = new SeenUpdates();
  private final KeyLookup lookup;
  private final OptimizerStep stepping = new OptimizerStep();
  private final MemoryBudget room;
  private PartitionReplica[] copies;
  private ShareIntake intake;
  private UpdateIntake updates;
  private final DeferredRequests deferred = new DeferredRequests();
  private final CompleteListener listener;

  /**
   * Whether a request was deferred or refused for lack of room since the last {@link #tryAgain}.
   */
  private boolean cramped;

  /** The number of rows that {@link #fill} has reserved memory for and not filled in yet. */
  private long mayFill;

  /**
   * The number of times that replicas released rows; key lists looked up earlier are then looked up
   * again.
   */
  private long recycled;

  /**
   * Creates replicas without rows.
   *
   * @param partitions the partitions held, ascending; a lane without any still follows the protocol
   * @param exposure whether a tentative version is served before its commit
   * @param digested whether other pservers hold the same partitions, so that digests are compared
   * @param room the memory that the replicas may grow into
   */
  public LaneReplicas(
      List<Table> tables,
      int[] partitions,
      boolean exposure,
      boolean digested,
      MemoryBudget room,
      CompleteListener listener) {
    this.tables = List.copyOf(tables);
    this.exposure = exposure;
    this.digested = digested;
    this.room = room;
    this.listener = listener;
    this.lookup = new KeyLookup(this.tables, byPartition.length, this::slice, room);
    hold(partitions);
  }

  /** A table's shard in a partition; null if the partition is neither held nor being learned. */
  private TableShard slice(int partition, int table) {
    PartitionReplica copy = named[partition];
    return copy == null ? null : copy.slice(table);
  }

  /**
   * Holds these partitions: with the rows held before, else the rows learned, else an empty
   * replica.
   */
  private void hold(int[] partitions) {
    PartitionReplica[] before = byPartition.clone();
    Arrays.fill(byPartition, null);
    copies = new PartitionReplica[Math.max(1, partitions.length)];
    // Replaced below if the lane holds a partition.
    copies[0] = new PartitionReplica(NO_PARTITION, List.of(), stepping, exposure, false);
    for (int i = 0; i < partitions.length; i++) {
      int partition = partitions[i];
      if (i > 0 && partition <= partitions[i - 1]) {
        throw new IllegalArgumentException("partitions must ascend");
      }
      PartitionReplica learnt = learning.remove(partition);
      PartitionReplica known = before[partition] == null ? learnt : before[partition];
      copies[i] =
          known == null
              ? new PartitionReplica(partition, tables, stepping, exposure, digested)
              : known;
      byPartition[partition] = copies[i];
    }
    learning.clear();
    name();
    intake = new ShareIntake(copies, byPartition, tables);
    updates = new UpdateIntake(copies, byPartition, tables, stepping, seen);
  }

  /** Lets lists name keys of the partitions that are held and of those being learned. */
  private void name() {
    System.arraycopy(byPartition, 0, named, 0, named.length);
    learning.forEach((partition, copy) -> named[partition] = copy);
    lookup.heldChanged();
  }

  /**
   * Begins to learn these partitions from other pservers. Rows learned earlier for partitions that
   * were never held are discarded.
   *
   * @param held the partitions held according to the map, disjoint from {@code partitions}. An
   *     empty set replaces the partitions held until now.
   */
  public void learn(long term, int[] held, int[] partitions) {
    if (held.length == 0 && held().length > 0) {
      hold(held);
    }
    learning.clear();
    for (PartitionReplica copy : copies) {
      copy.seal(term);
    }
    for (int partition : partitions) {
      if (holds(partition)) {
        throw new IllegalArgumentException("partition " + partition + " is held already");
      }
      learning.put(
          partition, new PartitionReplica(partition, tables, stepping, exposure, digested));
    }
    name();
  }

  /**
   * Adds rows to a partition that is being learned; rows of any other partition are ignored.
   *
   * @return false if there is no room for them
   */
  public boolean learn(int partition, Rows rows) {
    PartitionReplica copy = learning.get(partition);
    return copy == null || copy.learn(rows, room);
  }

  /** Discards all partitions that are being learned, because there is no room for them. */
  public void learnNothing() {
    learning.clear();
    name();
  }

  /**
   * Marks all partitions being learned as complete at this version of this line.
   *
   * @return the digest of each; meaningful only if digests are kept
   */
  public Map<Integer, Long> learned(long line, long version) {
    Map<Integer, Long> digests = new TreeMap<>();
    learning.forEach(
        (partition, copy) -> {
          copy.learned(line, version);
          digests.put(partition, copy.digest());
        });
    return digests;
  }

  /**
   * A stream of the rows that a replica elsewhere lacks, beginning with all rows.
   *
   * @throws IllegalArgumentException when the partition is not held here
   */
  public ReplicaStream feed(int partition) {
    if (!holds(partition) || !byPartition[partition].isFollowing()) {
      throw new IllegalArgumentException("not held here: partition " + partition);
    }
    return byPartition[partition].feed();
  }

  /** Ends a stream of {@link #feed}. */
  public void forget(ReplicaStream feed) {
    for (PartitionReplica copy : copies) {
      copy.forget(feed);
    }
  }

  /**
   * Takes the term and reports the state of the replicas. A lower term is answered with the higher
   * one. The caller sends the answer first and then calls {@link #repeatComplete}.
   *
   * @param since the answer includes the metrics of the versions after this one
   */
  public FromPserver.Sealed seal(long term, long since) {
    boolean complete = true;
    long committed = Long.MAX_VALUE;
    for (PartitionReplica copy : copies) {
      copy.seal(term);
      committed = Math.min(committed, copy.committed());
    }
    for (PartitionReplica copy : copies) {
      complete &= copy.isFollowing() && (copy.committed() > committed || copy.isTentative());
    }
    List<Metrics> metrics = holds(0) ? metricsSince(byPartition[0], since) : List.of();
    long from = metrics.isEmpty() ? 0 : lastSeen(byPartition[0]) - metrics.size() + 1;
    return new FromPserver.Sealed(
        first().term(), first().line(), committed, complete, from, metrics);
  }

  private static List<Metrics> metricsSince(PartitionReplica copy, long since) {
    List<Metrics> metrics = new ArrayList<>(copy.metricsSince(since));
    if (copy.isTentative() && copy.committed() >= since) {
      metrics.add(copy.tentativeMetrics());
    }
    return metrics;
  }

  private static long lastSeen(PartitionReplica copy) {
    return copy.isTentative() ? copy.committed() + 1 : copy.committed();
  }

  /** Reports complete again if the open version is complete. */
  public void repeatComplete() {
    sayComplete();
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
    if (order.term() < first().term() || order.line() < first().line()) {
      return null;
    }
    if (order.line() > first().line()
        && (!learning.isEmpty() || !Arrays.equals(held(), partitions))) {
      hold(partitions);
    }
    for (PartitionReplica copy : copies) {
      if (copy.accepts(order.term(), order.line())) {
        copy.newLine(
            order.term(), order.line(), order.base(), order.lineOfBase(), order.lastBack());
        if (copy.partition() == NO_PARTITION) {
          copy.learned(order.line(), order.base());
        }
      }
      copy.seal(order.term());
      recycled += copy.takeRecycled() ? 1 : 0;
    }
    FromPserver.LineAccepted answer = lined();
    deferred.release(this);
    return answer;
  }

  /** Takes a line and keeps the partitions held. */
  public FromPserver.LineAccepted newLine(ToMember.NewLine order) {
    return newLine(order, held());
  }

  private int[] held() {
    return Arrays.stream(copies)
        .mapToInt(PartitionReplica::partition)
        .filter(p -> p >= 0)
        .toArray();
  }

  /**
   * Computes a version by a row update and reports complete. Repeats the report if the version was
   * computed before.
   *
   * @throws trainer.core.failure.FailureException when the function fails
   */
  public void update(long line, long version, RowUpdate update) {
    for (PartitionReplica copy : copies) {
      copy.update(line, version, update);
    }
    if (line == first().line() && version == first().committed() + 1 && sayComplete()) {
      deferred.release(this);
    }
  }

  /**
   * Folds the committed rows of each partition.
   *
   * @return empty when the lane is not at that version of that line
   * @throws trainer.core.failure.FailureException when the function fails
   */
  public Optional<Map<Integer, List<Partial>>> fold(long line, long version, TableFold fold) {
    if (!isAt(line, version)) {
      return Optional.empty();
    }
    Map<Integer, List<Partial>> partials = new TreeMap<>();
    for (int partition : held()) {
      partials.put(partition, fold.compute(byPartition[partition]));
    }
    return Optional.of(partials);
  }

  /** Commits a version and serves the pulls that waited for it. */
  public Commitment commit(long line, long version) {
    Commitment result = Commitment.DONE;
    for (PartitionReplica copy : copies) {
      Commitment one = copy.commit(line, version);
      result = one.compareTo(result) > 0 ? one : result;
      recycled += copy.takeRecycled() ? 1 : 0;
    }
    if (result == Commitment.DONE) {
      deferred.release(this);
      computeIfFull();
    }
    return result;
  }

  /**
   * Looks a key list up.
   *
   * @param keys as they are decoded: ascending, each in its partition
   * @param training whether the list will be pushed. Its keys then get rows, which carry no meaning
   *     until a mini-batch touches them.
   * @throws IllegalArgumentException if the list names a partition that is not held, or an unknown
   *     table
   */
  public RowList lookUp(KeyList keys, boolean training) {
    RowList list = lookup.lookUp(keys, training, recycled);
    list.served(seen.count()); // a list pushed over a new connection was pulled over an older one
    return list;
  }

  /** Serves, defers or refuses a pull of all rows of a list. */
  public void pull(WorkerConnection peer, long request, long line, long version, RowList list) {
    pull(peer, request, line, version, list, Partitions.ALL);
  }

  /**
   * Serves, defers or refuses a pull of the rows of {@code version} on {@code line}.
   *
   * @param partitions the partitions of the list that are wanted, a bit each
   */
  public void pull(
      WorkerConnection peer, long request, long line, long version, RowList list, long partitions) {
    Verdict verdict = Verdict.TAKE;
    for (PartitionReplica copy : copies) {
      verdict = stricter(verdict, copy.weighPull(line, version));
    }
    if (verdict == Verdict.TAKE && !isPlaced(list)) {
      verdict = Verdict.WAIT;
    }
    if (verdict == Verdict.TAKE) {
      list.served(seen.count());
      peer.values(
          request, line, version, new PullResult(byPartition, tables, list, version, partitions));
    } else if (verdict != Verdict.WAIT) {
      peer.refused(request, standing(verdict.reason()));
    } else if (!deferred.add(
        new DeferredRequests.Pull(peer, request, line, version, list, partitions))) {
      peer.refused(request, standing(Refusal.Reason.TOO_MANY_PARKED));
    }
  }

  /** Takes, defers or refuses a share. */
  public void push(WorkerConnection peer, Push push, RowList list, GradientSums sums) {
    if (!list.isTraining()) {
      throw new IllegalArgumentException("a list for reading cannot be pushed");
    }
    Verdict verdict = intake.weigh(push);
    if (verdict == Verdict.WAIT) {
      if (!deferred.add(new DeferredRequests.Share(peer, push, list, keep(list, sums)))) {
        peer.refused(push, standing(Refusal.Reason.TOO_MANY_PARKED));
      }
    } else if (verdict.reason() != null) {
      peer.refused(push, standing(verdict.reason()));
    } else if (verdict == Verdict.TAKE && !isPlaced(list)) {
      peer.refused(push, standing(Refusal.Reason.NO_ROOM));
    } else {
      if (verdict == Verdict.TAKE) {
        intake.take(push, list, sums);
      }
      peer.acknowledged(push);
      computeIfFull();
    }
  }

  /**
   * Applies or refuses an update. An update that has been applied already is acknowledged again.
   */
  public void update(WorkerConnection peer, Update update, RowList list, GradientSums sums) {
    if (!list.isTraining()) {
      throw new IllegalArgumentException("a list for reading cannot be pushed");
    }
    Verdict verdict = updates.weigh(update);
    if (verdict.reason() != null) {
      peer.refused(update, standing(verdict.reason()));
      return;
    }
    if (verdict == Verdict.TAKE && !isPlaced(list)) {
      peer.refused(update, standing(Refusal.Reason.NO_ROOM));
      return;
    }
    if (verdict == Verdict.TAKE) {
      updates.take(update, list, sums);
    }
    peer.acknowledged(update);
  }

  /** Whether a list has its rows, allocating them if there is room now. */
  private boolean isPlaced(RowList list) {
    boolean placed = lookup.place(list, recycled);
    cramped |= !placed;
    return placed;
  }

  /**
   * Whether a request waits for room, or was refused for lack of it since the last {@link
   * #tryAgain}. The caller then calls that method periodically, because no event announces free
   * memory.
   */
  public boolean isCramped() {
    return cramped;
  }

  /** Retries the deferred requests. A request that still finds no room stays deferred. */
  public void tryAgain() {
    cramped = false;
    deferred.release(this);
  }

  /** The size of each table here, including partitions that are being learned. */
  public List<TableSize> sizes() {
    List<TableSize> sizes = new ArrayList<>();
    for (Table table : tables) {
      long rows = 0;
      long bytes = lookup.bytes(table.position());
      for (PartitionReplica copy : named) {
        if (copy != null) {
          TableShard slice = copy.slice(table.position());
          rows += slice.rows();
          bytes += slice.bytes();
        }
      }
      sizes.add(new TableSize(table.spec().name(), rows, bytes));
    }
    return sizes;
  }

  /**
   * Closes a version that updates have made, and reports complete. Repeats the report if it was
   * closed before.
   */
  public void close(long line, long version) {
    for (PartitionReplica copy : copies) {
      copy.close(line, version);
    }
    if (line == first().line() && version == first().committed() + 1) {
      sayComplete();
    }
  }

  /**
   * Begins a snapshot of these partitions, which must be held here. Tentative changes are not in
   * it.
   */
  public ReplicaSnapshot cut(List<Integer> partitions) {
    return new ReplicaSnapshot(
        partitions.stream().map(partition -> byPartition[partition]).toList(), seen.count());
  }

  /**
   * Fills in a row of a version that a line is to load, in replicas without rows.
   *
   * @return false if there is no room for it
   */
  public boolean fill(int table, int partition, long key, float[] cells) {
    PartitionReplica copy = byPartition[partition];
    if (mayFill == 0) {
      long bytes = FILLED_AT_ONCE * copy.slice(table).rowBytes();
      if (!room.finds(bytes)) {
        return false;
      }
      room.take(bytes);
      mayFill = FILLED_AT_ONCE;
    }
    mayFill--;
    copy.fill(table, key, cells);
    return true;
  }

  /**
   * Marks all rows of this version as filled in.
   *
   * @param updates the number of updates that the version includes
   */
  public void filled(long version, long updates) {
    seen.begin(updates);
    for (PartitionReplica copy : copies) {
      copy.filled(version);
    }
  }

  /** Drops the deferred requests of a connection that has ended. */
  public void forget(WorkerConnection peer) {
    deferred.forget(peer);
  }

  /** Whether every replica is at exactly this version of this line. */
  public boolean isAt(long line, long version) {
    for (PartitionReplica copy : copies) {
      if (copy.line() != line || copy.committed() != version || !copy.isFollowing()) {
        return false;
      }
    }
    return true;
  }

  /** The committed rows of one table in one partition. */
  public RowCursor rows(int table, int partition) {
    return new RowCursor(byPartition[partition], tables.get(table));
  }

  /** Whether the partition is held here. */
  public boolean holds(int partition) {
    return partition >= 0 && partition < byPartition.length && byPartition[partition] != null;
  }

  /** A hash of all committed rows here. The digests of disjoint sets of partitions may be added. */
  public long digest() {
    long sum = 0;
    for (PartitionReplica copy : copies) {
      sum += copy.partition() == NO_PARTITION ? 0 : ReplicaDigest.of(copy, tables);
    }
    return sum;
  }

  /** The hash of one partition's committed rows. */
  public long digest(int partition) {
    return ReplicaDigest.of(byPartition[partition], tables);
  }

  /** The sums in an array of their own, for a push that is deferred. */
  private static GradientSums keep(RowList list, GradientSums sums) {
    return GradientSums.of(Arrays.copyOf(sums.read(), list.floats()));
  }

  /** A refusal with the term, the line and the lowest committed version of the replicas. */
  public Refusal standing(Refusal.Reason reason) {
    long committed = Long.MAX_VALUE;
    for (PartitionReplica copy : copies) {
      committed = Math.min(committed, copy.committed());
    }
    return new Refusal(reason, first().term(), first().line(), committed);
  }

  private FromPserver.LineAccepted lined() {
    boolean following = true;
    long committed = Long.MAX_VALUE;
    for (PartitionReplica copy : copies) {
      following &= copy.isFollowing();
      committed = Math.min(committed, copy.committed());
    }
    return new FromPserver.LineAccepted(first().line(), committed, following);
  }

  private void computeIfFull() {
    boolean computed = false;
    for (PartitionReplica copy : copies) {
      computed |= copy.computeIfFull();
    }
    if (computed && sayComplete()) {
      deferred.release(this);
    }
  }

  private boolean sayComplete() {
    Metrics metrics = Metrics.NONE;
    Map<Integer, Long> digests = new TreeMap<>();
    for (PartitionReplica copy : copies) {
      if (!copy.isTentative()) {
        return false;
      }
      metrics = copy.partition() == 0 ? copy.tentativeMetrics() : metrics;
      if (digested && copy.partition() != NO_PARTITION) {
        digests.put(copy.partition(), copy.tentativeDigest());
      }
    }
    listener.complete(first().line(), first().committed() + 1, metrics, digests);
    return true;
  }

  /**
   * The first replica. All replicas of a lane receive the same orders, so their terms and lines
   * agree.
   */
  private PartitionReplica first() {
    return copies[0];
  }

  /** The stricter verdict: refusing over waiting, waiting over taking. */
  static Verdict stricter(Verdict one, Verdict other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
