package trainer.master.job.bsp;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trainer.master.job.training.Share;
import trainer.master.queue.CompletionTimes;

/**
 * Since when each worker has been at its shares of the version being built, and how long it may be.
 * There is one clock a worker: it begins when the version before is committed, when the worker is
 * given a share, or when it finished one, whichever came last. Shares ordered ahead do not age. In
 * memory only: with another master every clock begins anew.
 */
final class ShareTimers {
  private final CompletionTimes times;
  private final Map<Long, Long> since = new HashMap<>();
  private long building;
  private long buildingSince;

  ShareTimers(CompletionTimes times) {
    this.times = times;
  }

  /** This is the version being built; to be called again and again. */
  void building(long version, long now) {
    if (version != building) {
      building = version;
      buildingSince = now;
    }
  }

  long building() {
    return building;
  }

  /** A worker has done a share, or its version is committed, which says the same. */
  void finished(Share share, long worker, long now) {
    if (share.version() == building && share.isHeldBy(worker)) {
      times.measured(share.blocks().length, now - began(share, worker));
      since.put(worker, now);
    }
  }

  /** Since when one of those that hold a share has been at it, or could have been. */
  long began(Share share, long worker) {
    return began(worker, share.givenAt(worker));
  }

  /** The worker may only now have heard of what it holds: its time begins anew. */
  void restart(long worker, long now) {
    since.put(worker, now);
  }

  /** The worker is gone. */
  void forget(long worker) {
    since.remove(worker);
  }

  /**
   * When the time of a worker is over.
   *
   * @param held what it holds of the version being built, at least one share
   */
  long deadline(long worker, List<Share> held) {
    long given = Long.MAX_VALUE;
    int blocks = 0;
    for (Share share : held) {
      given = Math.min(given, share.givenAt(worker));
      blocks += share.blocks().length;
    }
    return began(worker, given) + times.allowed(blocks);
  }

  private long began(long worker, long given) {
    return Math.max(Math.max(buildingSince, given), since.getOrDefault(worker, Long.MIN_VALUE));
  }
}
