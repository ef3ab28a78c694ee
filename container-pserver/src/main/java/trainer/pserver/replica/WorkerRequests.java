package trainer.pserver.replica;

import java.util.Arrays;
import trainer.core.table.KeyList;
import trainer.core.table.Partitions;
import trainer.pserver.protocol.EncodedSums;
import trainer.pserver.protocol.Push;
import trainer.pserver.protocol.Refusal;
import trainer.pserver.protocol.Update;
import trainer.pserver.protocol.Verdict;
import trainer.pserver.protocol.WorkerConnection;
import trainer.pserver.store.KeyLookup;
import trainer.pserver.store.OptimizerStep;
import trainer.pserver.store.RowList;

/**
 * The requests of workers to a lane: key lists, pulls, shares and updates. Each request is served
 * for all replicas at once, deferred because it is early, or refused.
 *
 * <p>Confined to the thread of its lane.
 */
public final class WorkerRequests {
  private final HeldReplicas held;
  private final KeyLookup lookup;
  private final SeenUpdates seen;
  private final VersionCompletion completion;
  private final ShareIntake shares;
  private final UpdateIntake updates;
  private final DeferredRequests deferred = new DeferredRequests();

  /** Whether a request was deferred or refused for lack of room since the last {@link #retry}. */
  private boolean waiting;

  WorkerRequests(
      HeldReplicas held,
      KeyLookup lookup,
      SeenUpdates seen,
      OptimizerStep stepping,
      VersionCompletion completion,
      ApplyClock clock) {
    this.held = held;
    this.lookup = lookup;
    this.seen = seen;
    this.completion = completion;
    this.shares = new ShareIntake(held);
    this.updates = new UpdateIntake(held, stepping, seen, clock);
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
    RowList list = lookup.lookUp(keys, training, held.releases());
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
    for (PartitionReplica replica : held.all()) {
      verdict = HeldReplicas.stricter(verdict, replica.weighPull(line, version));
    }
    if (verdict == Verdict.TAKE && !isPlaced(list)) {
      verdict = Verdict.WAIT;
    }
    if (verdict == Verdict.TAKE) {
      list.served(seen.count());
      peer.values(request, line, version, new PullResult(held, list, version, partitions));
    } else if (verdict != Verdict.WAIT) {
      peer.refused(request, refusal(verdict.reason()));
    } else if (!deferred.add(
        new DeferredRequests.Pull(peer, request, line, version, list, partitions))) {
      peer.refused(request, refusal(Refusal.Reason.TOO_MANY_PARKED));
    }
  }

  /** Takes, defers or refuses a share. */
  public void push(WorkerConnection peer, Push push, RowList list, EncodedSums sums) {
    requireTraining(list);
    Verdict verdict = shares.weigh(push);
    if (verdict == Verdict.WAIT) {
      // The buffer of the sums is reused for the next frame.
      EncodedSums copy = EncodedSums.of(Arrays.copyOf(sums.read(), list.floats()));
      if (!deferred.add(new DeferredRequests.Share(peer, push, list, copy))) {
        peer.refused(push, refusal(Refusal.Reason.TOO_MANY_PARKED));
      }
    } else if (verdict.reason() != null) {
      peer.refused(push, refusal(verdict.reason()));
    } else if (verdict == Verdict.TAKE && !isPlaced(list)) {
      peer.refused(push, refusal(Refusal.Reason.NO_ROOM));
    } else {
      if (verdict == Verdict.TAKE) {
        shares.take(push, list, sums);
      }
      peer.acknowledged(push);
      computeIfFull();
    }
  }

  /**
   * Applies or refuses an update. An update that has been applied already is acknowledged again.
   */
  public void update(WorkerConnection peer, Update update, RowList list, EncodedSums sums) {
    requireTraining(list);
    Verdict verdict = updates.weigh(update);
    if (verdict.reason() != null) {
      peer.refused(update, refusal(verdict.reason()));
      return;
    }
    if (verdict == Verdict.TAKE && !isPlaced(list)) {
      peer.refused(update, refusal(Refusal.Reason.NO_ROOM));
      return;
    }
    if (verdict == Verdict.TAKE) {
      updates.take(update, list, sums);
    }
    peer.acknowledged(update);
  }

  /** A refusal with the term, the line and the lowest committed version of the replicas. */
  public Refusal refusal(Refusal.Reason reason) {
    return held.refusal(reason);
  }

  /**
   * Whether a request waits for room, or was refused for lack of it since the last {@link #retry}.
   * The caller then calls that method periodically, because no event announces free memory.
   */
  public boolean isWaitingForRoom() {
    return waiting;
  }

  /** Retries the deferred requests. A request that still finds no room stays deferred. */
  public void retry() {
    waiting = false;
    release();
  }

  /** Drops the deferred requests of a connection that has ended. */
  public void forget(WorkerConnection peer) {
    deferred.forget(peer);
  }

  /** Retries the deferred requests, because the line or a version has changed. */
  void release() {
    deferred.release(this);
  }

  /** Computes the next version if it has all shares, and serves the pulls that waited for it. */
  void computeIfFull() {
    if (completion.computeIfFull()) {
      release();
    }
  }

  /** Whether a list has its rows, allocating them if there is room now. */
  private boolean isPlaced(RowList list) {
    boolean placed = lookup.place(list, held.releases());
    waiting |= !placed;
    return placed;
  }

  private static void requireTraining(RowList list) {
    if (!list.isTraining()) {
      throw new IllegalArgumentException("a list for reading cannot be pushed");
    }
  }
}
