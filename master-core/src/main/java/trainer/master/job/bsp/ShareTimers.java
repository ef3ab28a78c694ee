package trainer.master.job.bsp;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trainer.core.id.Incarnation;
import trainer.master.job.training.Share;
import trainer.master.queue.CompletionTimes;

/**
 * The timers of workers at their shares of the version being built, and the time allowed for these.
 * Each worker has one timer. It starts at the latest of three events: the commit of the version
 * before, the assignment of a share, the completion of a share. Shares ordered ahead do not age. In
 * memory only: under a new master every timer starts anew.
 */
final class ShareTimers {
  private final CompletionTimes times;
  private final Map<Incarnation, Long> since = new HashMap<>();
  private long building;
  private long buildingSince;

  ShareTimers(CompletionTimes times) {
    this.times = times;
  }

  /**
   * Sets the version being built. Called at every reconciliation; repeating a version has no
   * effect.
   */
  void building(long version, long now) {
    if (version != building) {
      building = version;
      buildingSince = now;
    }
  }

  long building() {
    return building;
  }

  /** A worker has finished a share, by its own report or because the version is committed. */
  void onFinished(Share share, Incarnation worker, long now) {
    if (share.version() == building && share.isHeldBy(worker)) {
      times.addMeasurement(share.blocks().length, now - began(share, worker));
      since.put(worker, now);
    }
  }

  /** The time from which a holder of a share has been, or could have been, at work on it. */
  long began(Share share, Incarnation worker) {
    return began(worker, share.givenAt(worker));
  }

  /** Restarts a worker's timer, because its orders may have reached it only now. */
  void restart(Incarnation worker, long now) {
    since.put(worker, now);
  }

  /** The worker is gone. */
  void forget(Incarnation worker) {
    since.remove(worker);
  }

  /**
   * The time at which a worker is overdue.
   *
   * @param held its shares of the version being built, at least one
   */
  long deadline(Incarnation worker, List<Share> held) {
    long given = Long.MAX_VALUE;
    int blocks = 0;
    for (Share share : held) {
      given = Math.min(given, share.givenAt(worker));
      blocks += share.blocks().length;
    }
    return began(worker, given) + times.allowed(blocks);
  }

  private long began(Incarnation worker, long given) {
    return Math.max(Math.max(buildingSince, given), since.getOrDefault(worker, Long.MIN_VALUE));
  }
}
