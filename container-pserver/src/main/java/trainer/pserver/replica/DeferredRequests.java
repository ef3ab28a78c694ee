package trainer.pserver.replica;

import java.util.ArrayList;
import java.util.List;
import trainer.pserver.protocol.EncodedSums;
import trainer.pserver.protocol.Push;
import trainer.pserver.protocol.WorkerConnection;
import trainer.pserver.store.RowList;

/**
 * Requests that arrived early and are retried later: pulls of a version that is not there yet, and
 * pulls and pushes of a line that is unknown here. Such a request overtook the master's message,
 * which travels on another connection.
 */
final class DeferredRequests {
  /**
   * Room for a worker's eleven orders ahead, twice where a worker is lost, and an evaluation.
   * Further requests are refused, and the worker retries them.
   */
  static final int MAX_PER_PEER = 24;

  private List<Entry> entries = new ArrayList<>();

  /** A deferred request. */
  interface Entry {
    WorkerConnection peer();

    /** Retries the request. */
    void retry(WorkerRequests requests);
  }

  /** A deferred pull. */
  record Pull(
      WorkerConnection peer, long request, long line, long version, RowList list, long partitions)
      implements Entry {
    @Override
    public void retry(WorkerRequests requests) {
      requests.pull(peer, request, line, version, list, partitions);
    }
  }

  /** A deferred push. */
  record Share(WorkerConnection peer, Push push, RowList list, EncodedSums sums) implements Entry {
    @Override
    public void retry(WorkerRequests requests) {
      requests.push(peer, push, list, sums);
    }
  }

  /** Defers a request, unless too many of this connection are deferred. */
  boolean add(Entry entry) {
    int same = 0;
    for (Entry other : entries) {
      same += other.peer() == entry.peer() ? 1 : 0;
    }
    if (same >= MAX_PER_PEER) {
      return false;
    }
    entries.add(entry);
    return true;
  }

  /** Retries all requests, in order. A request that is still early is deferred again. */
  void release(WorkerRequests requests) {
    List<Entry> ready = entries;
    entries = new ArrayList<>();
    for (Entry entry : ready) {
      entry.retry(requests);
    }
  }

  /** Drops the deferred requests of a connection. */
  void forget(WorkerConnection peer) {
    entries.removeIf(entry -> entry.peer() == peer);
  }
}
