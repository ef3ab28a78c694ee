package trainer.pserver.partition;

import java.util.ArrayList;
import java.util.List;

/**
 * Messages that are not wrong, only early: pulls of a version not yet there, and pulls and pushes
 * of a line this process has not heard of, which overtook the master's word on another connection.
 */
final class Parking {
  /** Eleven orders ahead, twice where a worker is lost, an evaluation; others ask again. */
  static final int MAX_PER_PEER = 24;

  private List<Entry> parked = new ArrayList<>();

  /** Something parked. */
  interface Entry {
    Peer peer();

    /** Offers it again. */
    void retry(Copies copies);
  }

  /** A parked pull. */
  record Pull(Peer peer, long request, long line, long version, RowList list, long partitions)
      implements Entry {
    @Override
    public void retry(Copies copies) {
      copies.pull(peer, request, line, version, list, partitions);
    }
  }

  /** A parked push. */
  record Share(Peer peer, Push push, RowList list, Sums sums) implements Entry {
    @Override
    public void retry(Copies copies) {
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
  void release(Copies copies) {
    List<Entry> ready = parked;
    parked = new ArrayList<>();
    for (Entry entry : ready) {
      entry.retry(copies);
    }
  }

  /** Drops what is parked for a peer. */
  void forget(Peer peer) {
    parked.removeIf(entry -> entry.peer() == peer);
  }
}
