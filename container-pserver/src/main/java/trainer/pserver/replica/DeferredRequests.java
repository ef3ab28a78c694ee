package trainer.pserver.replica;

import java.util.ArrayList;
import java.util.List;
import trainer.pserver.protocol.GradientSums;
import trainer.pserver.protocol.Push;
import trainer.pserver.protocol.WorkerConnection;
import trainer.pserver.store.RowList;

/**
 * Messages that are not wrong, only early: pulls of a version not yet there, and pulls and pushes
 * of a line this process has not heard of, which overtook the master's word on another connection.
 */
final class DeferredRequests {
  /** Eleven orders ahead, twice where a worker is lost, an evaluation; others ask again. */
  static final int MAX_PER_PEER = 24;

  private List<Entry> parked = new ArrayList<>();

  /** Something parked. */
  interface Entry {
    WorkerConnection peer();

    /** Offers it again. */
    void retry(LaneReplicas copies);
  }

  /** A parked pull. */
  record Pull(
      WorkerConnection peer, long request, long line, long version, RowList list, long partitions)
      implements Entry {
    @Override
    public void retry(LaneReplicas copies) {
      copies.pull(peer, request, line, version, list, partitions);
    }
  }

  /** A parked push. */
  record Share(WorkerConnection peer, Push push, RowList list, GradientSums sums) implements Entry {
    @Override
    public void retry(LaneReplicas copies) {
      copies.push(peer, push, list, sums);
    }
  }

  /** Parks it, unless too much is parked for this peer. */
  boolean add(Entry entry) {
    int same = 0;
    for (Entry other : parked) {
      same += other.peer() == entry.peer() ? 1 : 0;
    }
    if (same >= MAX_PER_PEER) {
      return false;
    }
    parked.add(entry);
    return true;
  }

  /** Offers everything again, in order; what is still early is parked again. */
  void release(LaneReplicas copies) {
    List<Entry> ready = parked;
    parked = new ArrayList<>();
    for (Entry entry : ready) {
      entry.retry(copies);
    }
  }

  /** Drops what is parked for a peer. */
  void forget(WorkerConnection peer) {
    parked.removeIf(entry -> entry.peer() == peer);
  }
}
