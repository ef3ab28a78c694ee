package trainer.pserver.replica;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import trainer.core.aggregate.Partial;
import trainer.core.message.FromMember;
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
 * The copies of one lane: hands each message to the rule book of every {@link PartitionReplica} and
 * answers once for all of them. A pull is served when every copy can serve it, a share is
 * acknowledged when every copy has it, a version is complete when every copy is.
 */
public final class LaneReplicas {
  /** Stands in where a lane holds nothing, so that there is a term, a line and a bitmap. */
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
  private final DeferredRequests parking = new DeferredRequests();
  private final CompleteListener listener;

  /** Whether something is parked or refused for want of room, or was since that was looked at. */
  private boolean cramped;

  /** Rows that there is room for and that are not filled in yet. */
  private long mayFill;

  /** How often a copy has given up rows: what was looked up before is to be looked up again. */
  private long recycled;

  /**
   * Copies that hold nothing yet.
   *
   * @param partitions the partitions held, ascending; a lane without any still follows the protocol
   * @param exposure whether a tentative version is served before its commit
   * @param digested whether others hold the same, so that digests are to be compared
   * @param room whether they may grow
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

  /** A table's slice of a partition; null if that is neither held nor being learnt. */
  private TableShard slice(int partition, int table) {
    PartitionReplica copy = named[partition];
    return copy == null ? null : copy.slice(table);
  }

  /** Holds these partitions: as before, as learnt, or else as nobody knows yet. */
  private void hold(int[] partitions) {
    PartitionReplica[] before = byPartition.clone();
    Arrays.fill(byPartition, null);
    copies = new PartitionReplica[Math.max(1, partitions.length)];
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

  /** Keys may be named of what is held and of what is going to be. */
  private void name() {
    System.arraycopy(byPartition, 0, named, 0, named.length);
    learning.forEach((partition, copy) -> named[partition] = copy);
    lookup.heldChanged();
  }

  /**
   * Copies of these partitions are going to be learnt from other pservers; what was learnt before
   * and never held is forgotten.
   *
   * @param held the partitions that the map says are held, none of them to be learnt: others were
   *     before, if it has come to hold nothing
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
   * Takes rows of a partition that is learnt; one that is not any more has no use for them.
   *
   * @return false if there is no room for them
   */
  public boolean learn(int partition, Rows rows) {
    PartitionReplica copy = learning.get(partition);
    return copy == null || copy.learn(rows, room);
  }

  /** What is learnt is given up: there is no room for it. */
  public void learnNothing() {
    learning.clear();
    name();
  }

  /**
   * What is learnt is whole at this version of this line.
   *
   * @return the digests of what is learnt, if digests are kept
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
   * What another copy of a partition lacks from here on.
   *
   * @throws IllegalArgumentException when it is not held here
   */
  public ReplicaStream feed(int partition) {
    if (!holds(partition) || !byPartition[partition].isFollowing()) {
      throw new IllegalArgumentException("not held here: partition " + partition);
    }
    return byPartition[partition].feed();
  }

  /** Nobody takes from it any more. */
  public void forget(ReplicaStream feed) {
    for (PartitionReplica copy : copies) {
      copy.forget(feed);
    }
  }

  /**
   * Takes the term and says what is held; a lower term is answered with the higher one. After the
   * answer has been passed on, {@link #repeatComplete} is to follow.
   *
   * @param since the metrics of the versions after this one are asked for
   */
  public FromMember.Sealed seal(long term, long since) {
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
    return new FromMember.Sealed(
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

  /** Says complete once more if that has been said for the version that is open. */
  public void repeatComplete() {
    sayComplete();
  }

  /**
   * Takes a line, drops what is void, and turns to what waited for it. What is held from here on is
   * what the line's map says; what holds nothing can follow any line.
   *
   * @param partitions the partitions held, ascending
   * @return the answer; null if the term or the line is lower than its own, which is ignored
   */
  public FromMember.Lined newLine(ToMember.NewLine order, int[] partitions) {
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
    FromMember.Lined answer = lined();
    parking.release(this);
    return answer;
  }

  /** The same, holding what is held. */
  public FromMember.Lined newLine(ToMember.NewLine order) {
    return newLine(order, held());
  }

  private int[] held() {
    return Arrays.stream(copies)
        .mapToInt(PartitionReplica::partition)
        .filter(p -> p >= 0)
        .toArray();
  }

  /**
   * Computes a version by a row update, and says complete, once more if it had been computed.
   *
   * @throws trainer.core.failure.FailureException when the function fails
   */
  public void update(long line, long version, RowUpdate update) {
    for (PartitionReplica copy : copies) {
      copy.update(line, version, update);
    }
    if (line == first().line() && version == first().committed() + 1 && sayComplete()) {
      parking.release(this);
    }
  }

  /**
   * What the committed rows of each partition fold to.
   *
   * @return nothing when this is not at that version of that line
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

  /** Hears that a version is committed; serves the pulls that waited for it. */
  public Commitment commit(long line, long version) {
    Commitment result = Commitment.DONE;
    for (PartitionReplica copy : copies) {
      Commitment one = copy.commit(line, version);
      result = one.compareTo(result) > 0 ? one : result;
      recycled += copy.takeRecycled() ? 1 : 0;
    }
    if (result == Commitment.DONE) {
      parking.release(this);
      computeIfFull();
    }
    return result;
  }

  /**
   * Looks a key list up.
   *
   * @param keys as they are decoded: ascending, each of its partition
   * @param training whether it will be pushed: its keys get rows, which carry no meaning until a
   *     mini-batch touches them
   * @throws IllegalArgumentException if it names a partition that is not held or a table there is
   *     not
   */
  public RowList lookUp(KeyList keys, boolean training) {
    RowList list = lookup.lookUp(keys, training, recycled);
    list.served(seen.count()); // what is pushed over a new connection was pulled over another
    return list;
  }

  /** Serves, parks or refuses a pull of all rows of a list. */
  public void pull(WorkerConnection peer, long request, long line, long version, RowList list) {
    pull(peer, request, line, version, list, Partitions.ALL);
  }

  /**
   * Serves, parks or refuses a pull of the rows of {@code version} on {@code line}.
   *
   * @param partitions those of the list that are wanted, a bit each
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
    } else if (!parking.add(
        new DeferredRequests.Pull(peer, request, line, version, list, partitions))) {
      peer.refused(request, standing(Refusal.Reason.TOO_MANY_PARKED));
    }
  }

  /** Takes, parks or refuses a share. */
  public void push(WorkerConnection peer, Push push, RowList list, GradientSums sums) {
    if (!list.isTraining()) {
      throw new IllegalArgumentException("a list for reading cannot be pushed");
    }
    Verdict verdict = intake.weigh(push);
    if (verdict == Verdict.WAIT) {
      if (!parking.add(new DeferredRequests.Share(peer, push, list, keep(list, sums)))) {
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

  /** Applies or refuses an update; one that has been applied is acknowledged again. */
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

  /** Whether a list has its rows, or there is room for them now. */
  private boolean isPlaced(RowList list) {
    boolean placed = lookup.place(list, recycled);
    cramped |= !placed;
    return placed;
  }

  /**
   * Whether something waits for room, or was refused for want of it since {@link #tryAgain}: then
   * that is to be called now and then, for of room that comes nobody tells.
   */
  public boolean isCramped() {
    return cramped;
  }

  /** Offers again what waits; what still finds no room waits on. */
  public void tryAgain() {
    cramped = false;
    parking.release(this);
  }

  /** How large the tables are here, what is learnt included. */
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

  /** Closes a version that updates have made, and says complete, once more if it was closed. */
  public void close(long line, long version) {
    for (PartitionReplica copy : copies) {
      copy.close(line, version);
    }
    if (line == first().line() && version == first().committed() + 1) {
      sayComplete();
    }
  }

  /**
   * Begins to copy out what these partitions, which are held here, hold now: all that is not
   * tentative.
   */
  public ReplicaSnapshot cut(List<Integer> partitions) {
    return new ReplicaSnapshot(
        partitions.stream().map(partition -> byPartition[partition]).toList(), seen.count());
  }

  /**
   * Fills in a row of a version that a line is to load, in copies that hold nothing yet.
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
   * All rows of this version are filled in.
   *
   * @param updates how many had been applied on arrival
   */
  public void filled(long version, long updates) {
    seen.begin(updates);
    for (PartitionReplica copy : copies) {
      copy.filled(version);
    }
  }

  /** Forgets what is parked for a peer that is gone. */
  public void forget(WorkerConnection peer) {
    parking.forget(peer);
  }

  /** Whether every copy is at exactly this version of this line. */
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

  /**
   * A hash of everything committed here; the digests of disjoint sets of partitions may be added.
   */
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

  /** The sums in an array of their own, for a push that has to wait. */
  private static GradientSums keep(RowList list, GradientSums sums) {
    return GradientSums.of(Arrays.copyOf(sums.read(), list.floats()));
  }

  /** Where the copies stand, as a refusal says it. */
  public Refusal standing(Refusal.Reason reason) {
    long committed = Long.MAX_VALUE;
    for (PartitionReplica copy : copies) {
      committed = Math.min(committed, copy.committed());
    }
    return new Refusal(reason, first().term(), first().line(), committed);
  }

  private FromMember.Lined lined() {
    boolean following = true;
    long committed = Long.MAX_VALUE;
    for (PartitionReplica copy : copies) {
      following &= copy.isFollowing();
      committed = Math.min(committed, copy.committed());
    }
    return new FromMember.Lined(first().line(), committed, following);
  }

  private void computeIfFull() {
    boolean computed = false;
    for (PartitionReplica copy : copies) {
      computed |= copy.computeIfFull();
    }
    if (computed && sayComplete()) {
      parking.release(this);
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

  /** Lanes get the same orders, so terms and lines of their copies never differ. */
  private PartitionReplica first() {
    return copies[0];
  }

  /** A refusal before waiting, waiting before taking. */
  static Verdict stricter(Verdict one, Verdict other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
