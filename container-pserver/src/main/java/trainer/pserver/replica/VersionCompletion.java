package trainer.pserver.replica;

import java.util.Map;
import java.util.TreeMap;
import trainer.core.message.Metrics;
import trainer.pserver.protocol.CompleteListener;

/**
 * The completion of the next version in a lane: each replica computes it when it has all shares,
 * and the lane reports it when every replica has computed it.
 */
final class VersionCompletion {
  private final HeldReplicas held;
  private final ApplyClock clock;
  private final CompleteListener listener;

  VersionCompletion(HeldReplicas held, ApplyClock clock, CompleteListener listener) {
    this.held = held;
    this.clock = clock;
    this.listener = listener;
  }

  /**
   * Computes the next version in each replica that has all of its shares.
   *
   * @return whether that has completed the version in the lane, so that it is reported
   */
  boolean computeIfFull() {
    long since = clock.now();
    boolean computed = false;
    for (PartitionReplica replica : held.all()) {
      computed |= replica.computeIfFull();
    }
    if (computed) {
      clock.count(since);
    }
    return computed && reportIfComplete();
  }

  /** Reports the next version, perhaps again, if it is tentative in every replica. */
  boolean reportIfComplete() {
    Metrics metrics = Metrics.NONE;
    Map<Integer, Long> digests = new TreeMap<>();
    for (PartitionReplica replica : held.all()) {
      if (!replica.isTentative()) {
        return false;
      }
      metrics = replica.partition() == 0 ? replica.tentativeMetrics() : metrics;
      if (held.isDigested() && replica.partition() != HeldReplicas.NO_PARTITION) {
        digests.put(replica.partition(), replica.rows().tentativeDigest());
      }
    }
    PartitionReplica first = held.first();
    listener.complete(first.line(), first.committed() + 1, metrics, digests);
    return true;
  }
}
