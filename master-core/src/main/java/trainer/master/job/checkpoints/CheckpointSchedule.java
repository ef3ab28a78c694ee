package trainer.master.job.checkpoints;

import java.time.Duration;
import trainer.master.job.members.Member;

/**
 * When the next checkpoint is due: an interval after the last one was begun, and where that came to
 * nothing earlier, after pauses that grow up to the interval.
 */
final class CheckpointSchedule {
  private static final long FIRST_PAUSE = Duration.ofSeconds(1).toNanos();
  private static final int LONGEST_SHIFT = 20;

  private final long interval;
  private long since = Member.NEVER;
  private int failures;

  CheckpointSchedule(long interval) {
    this.interval = interval;
  }

  boolean isDue(long now) {
    if (since == Member.NEVER) {
      since = now;
    }
    return now - since >= pause();
  }

  private long pause() {
    return failures == 0
        ? interval
        : Math.min(interval, FIRST_PAUSE << Math.min(failures - 1, LONGEST_SHIFT));
  }

  /** One is begun. */
  void begun(long now) {
    since = now;
  }

  /** It has come to nothing. */
  void failed(long now) {
    since = now;
    failures++;
  }

  /** It is there. */
  void kept() {
    failures = 0;
  }

  /** The job goes on from what is kept. */
  void restart(long now) {
    since = now;
    failures = 0;
  }
}
