package trainer.pserver.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import trainer.core.message.FromMember;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;
import trainer.core.table.KeyList;

/**
 * The copies of one lane: hands each message to the rule book of every {@link Copy} and answers
 * once for all of them. A pull is served when every copy can serve it, a share is acknowledged when
 * every copy has it, a version is complete when every copy is.
 */
public final class Copies {
  /** Stands in where a lane holds nothing, so that there is a term, a line and a bitmap. */
  private static final int NO_PARTITION = -1;

  private final List<Table> tables;
  private final boolean digested;
  private final Copy[] copies;
  private final Copy[] byPartition;
  private final KeyLookup lookup;
  private final ShareIntake intake;
  private final UpdateIntake updates;
  private final Parking parking = new Parking();
  private final CompleteListener listener;

  /**
   * Copies that hold nothing yet.
   *
   * @param partitions the partitions held, ascending; a lane without any still follows the protocol
   * @param exposure whether a tentative version is served before its commit
   * @param digested whether others hold the same, so that digests are to be compared
   */
  public Copies(
      List<Table> tables,
      int[] partitions,
      boolean exposure,
      boolean digested,
      CompleteListener listener) {
    this.tables = List.copyOf(tables);
    this.digested = digested;
    this.listener = listener;
    this.copies = new Copy[Math.max(1, partitions.length)];
    this.byPartition = new Copy[partitions.length == 0 ? 0 : partitions[partitions.length - 1] + 1];
    copies[0] = new Copy(NO_PARTITION, List.of(), exposure, false);
    for (int i = 0; i < partitions.length; i++) {
      if (i > 0 && partitions[i] <= partitions[i - 1]) {
        throw new IllegalArgumentException("partitions must ascend");
      }
      copies[i] = new Copy(partitions[i], this.tables, exposure, digested);
      byPartition[partitions[i]] = copies[i];
    }
    this.lookup = new KeyLookup(this.tables, byPartition);
    this.intake = new ShareIntake(copies, byPartition, this.tables);
    this.updates = new UpdateIntake(copies, byPartition, this.tables);
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
    for (Copy copy : copies) {
      copy.seal(term);
      committed = Math.min(committed, copy.committed());
    }
    for (Copy copy : copies) {
      complete &= copy.isFollowing() && (copy.committed() > committed || copy.isTentative());
    }
    List<Metrics> metrics = holds(0) ? metricsSince(byPartition[0], since) : List.of();
    long from = metrics.isEmpty() ? 0 : lastSeen(byPartition[0]) - metrics.size() + 1;
    return new FromMember.Sealed(
        first().term(), first().line(), committed, complete, from, metrics);
  }

  private static List<Metrics> metricsSince(Copy copy, long since) {
    List<Metrics> metrics = new ArrayList<>(copy.metricsSince(since));
    if (copy.isTentative() && copy.committed() >= since) {
      metrics.add(copy.tentativeMetrics());
    }
    return metrics;
  }

  private static long lastSeen(Copy copy) {
    return copy.isTentative() ? copy.committed() + 1 : copy.committed();
  }

  /** Says complete once more if that has been said for the version that is open. */
  public void repeatComplete() {
    sayComplete();
  }

  /**
   * Takes a line, drops what is void, and turns to what waited for it.
   *
   * @return the answer; null if the term or the line is lower than its own, which is ignored
   */
  public FromMember.Lined newLine(ToMember.NewLine order) {
    if (order.term() < first().term() || order.line() < first().line()) {
      return null;
    }
    for (Copy copy : copies) {
      if (copy.accepts(order.term(), order.line())) {
        copy.newLine(
            order.term(), order.line(), order.base(), order.lineOfBase(), order.lastBack());
      }
      copy.seal(order.term());
    }
    FromMember.Lined answer = lined();
    parking.release(this);
    return answer;
  }

  /**
   * Computes a version by a row update, and says complete, once more if it had been computed.
   *
   * @throws trainer.core.failure.FailureException when the function fails
   */
  public void update(long line, long version, RowUpdate update) {
    for (Copy copy : copies) {
      copy.update(line, version, update);
    }
    if (line == first().line() && version == first().committed() + 1 && sayComplete()) {
      parking.release(this);
    }
  }

  /** Hears that a version is committed; serves the pulls that waited for it. */
  public Commitment commit(long line, long version) {
    Commitment result = Commitment.DONE;
    for (Copy copy : copies) {
      Commitment one = copy.commit(line, version);
      result = one.compareTo(result) > 0 ? one : result;
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
   * @param training whether it will be pushed: its keys get rows, which carry no meaning until a
   *     mini-batch touches them
   * @throws IllegalArgumentException if it names a partition that is not held, a table there is
   *     not, or keys that are out of order or in the wrong partition
   */
  public RowList lookUp(KeyList keys, boolean training) {
    return lookup.lookUp(keys, training);
  }

  /** Serves, parks or refuses a pull of the rows of {@code version} on {@code line}. */
  public void pull(Peer peer, long request, long line, long version, RowList list) {
    Verdict verdict = Verdict.TAKE;
    for (Copy copy : copies) {
      verdict = stricter(verdict, copy.weighPull(line, version));
    }
    if (verdict == Verdict.TAKE) {
      peer.values(request, line, version, new Reading(byPartition, tables, list, version));
    } else if (verdict != Verdict.WAIT) {
      peer.refused(request, standing(verdict.reason()));
    } else if (!parking.add(new Parking.Pull(peer, request, line, version, list))) {
      peer.refused(request, standing(Refusal.Reason.TOO_MANY_PARKED));
    }
  }

  /** Takes, parks or refuses a share. */
  public void push(Peer peer, Push push, RowList list, Sums sums) {
    if (!list.isTraining()) {
      throw new IllegalArgumentException("a list for reading cannot be pushed");
    }
    Verdict verdict = intake.weigh(push);
    if (verdict == Verdict.WAIT) {
      if (!parking.add(new Parking.Share(peer, push, list, keep(list, sums)))) {
        peer.refused(push, standing(Refusal.Reason.TOO_MANY_PARKED));
      }
    } else if (verdict.reason() != null) {
      peer.refused(push, standing(verdict.reason()));
    } else {
      if (verdict == Verdict.TAKE) {
        intake.take(push, list, sums);
      }
      peer.acknowledged(push);
      computeIfFull();
    }
  }

  /** Applies or refuses an update; one that has been applied is acknowledged again. */
  public void update(Peer peer, Update update, RowList list, Sums sums) {
    if (!list.isTraining()) {
      throw new IllegalArgumentException("a list for reading cannot be pushed");
    }
    Verdict verdict = updates.weigh(update);
    if (verdict.reason() != null) {
      peer.refused(update, standing(verdict.reason()));
      return;
    }
    if (verdict == Verdict.TAKE) {
      updates.take(update, list, sums);
    }
    peer.acknowledged(update);
  }

  /** Closes a version that updates have made, and says complete, once more if it was closed. */
  public void close(long line, long version) {
    for (Copy copy : copies) {
      copy.close(line, version);
    }
    if (line == first().line() && version == first().committed() + 1) {
      sayComplete();
    }
  }

  /** Forgets what is parked for a peer that is gone. */
  public void forget(Peer peer) {
    parking.forget(peer);
  }

  /** Whether every copy is at exactly this version of this line. */
  public boolean isAt(long line, long version) {
    for (Copy copy : copies) {
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
    for (Copy copy : copies) {
      sum += copy.partition() == NO_PARTITION ? 0 : CopyDigest.of(copy, tables);
    }
    return sum;
  }

  /** The hash of one partition's committed rows. */
  public long digest(int partition) {
    return CopyDigest.of(byPartition[partition], tables);
  }

  /** The sums in an array of their own, for a push that has to wait. */
  private static Sums keep(RowList list, Sums sums) {
    return Sums.of(Arrays.copyOf(sums.read(), list.floats()));
  }

  /** Where the copies stand, as a refusal says it. */
  public Refusal standing(Refusal.Reason reason) {
    long committed = Long.MAX_VALUE;
    for (Copy copy : copies) {
      committed = Math.min(committed, copy.committed());
    }
    return new Refusal(reason, first().term(), first().line(), committed);
  }

  private FromMember.Lined lined() {
    boolean following = true;
    long committed = Long.MAX_VALUE;
    for (Copy copy : copies) {
      following &= copy.isFollowing();
      committed = Math.min(committed, copy.committed());
    }
    return new FromMember.Lined(first().line(), committed, following);
  }

  private void computeIfFull() {
    boolean computed = false;
    for (Copy copy : copies) {
      computed |= copy.computeIfFull();
    }
    if (computed && sayComplete()) {
      parking.release(this);
    }
  }

  private boolean sayComplete() {
    Metrics metrics = Metrics.NONE;
    Map<Integer, Long> digests = new TreeMap<>();
    for (Copy copy : copies) {
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
  private Copy first() {
    return copies[0];
  }

  /** A refusal before waiting, waiting before taking. */
  static Verdict stricter(Verdict one, Verdict other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
