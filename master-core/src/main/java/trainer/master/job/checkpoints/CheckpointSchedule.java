package trainer.master.job.checkpoints;

import java.time.Duration;
import trainer.master.job.members.Member;

/**
 * The time when the next checkpoint is due: one interval after the last one began. After a failure
 * it is due earlier, after a pause that doubles with each failure, from one second up to the
 * interval.
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

  /** A checkpoint begins. */
  void onBegun(long now) {
    since = now;
  }

  /** The checkpoint failed. */
  void onFailed(long now) {
    since = now;
    failures++;
  }

  /** The checkpoint is complete. */
  void onStored() {
    failures = 0;
  }

  /** The job rolled back to a checkpoint. */
  void restart(long now) {
    since = now;
    failures = 0;
  }
}
