package trainer.master.sharing;

import trainer.core.job.JobId;

/**
 * A job that shares workers with others.
 *
 * @param speed rows a second of a worker that serves it alone; NaN if unknown
 * @param isMeasured whether the speed is measured, and not only expected
 * @param tasks that are not computed yet: more workers than these are of no use to it
 * @param memoryMb of its model in a worker
 * @param isIsolated whether its workers are to serve no other job
 */
public record SharingJob(
    JobId id, double speed, boolean isMeasured, int tasks, int memoryMb, boolean isIsolated) {
  public SharingJob {
    if (speed <= 0 || Double.isInfinite(speed) || tasks < 0 || memoryMb < 0) {
      throw new IllegalArgumentException(id + ": " + speed + " rows/s, " + tasks + " tasks");
    }
  }

  /** A job that may share workers. */
  public SharingJob(JobId id, double speed, boolean isMeasured, int tasks, int memoryMb) {
    this(id, speed, isMeasured, tasks, memoryMb, false);
  }

  boolean isKnown() {
    return !Double.isNaN(speed);
  }
}
