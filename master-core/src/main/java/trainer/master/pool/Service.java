package trainer.master.pool;

import trainer.core.job.JobId;
import trainer.core.message.FromWorker;

/**
 * The part of a pool's worker that serves one job. The job sees it as a worker with an index of its
 * own, in a container that has the name of the service.
 */
final class Service {
  private final String name;
  private final JobId job;
  private final int index;
  private final int memoryMb;
  private boolean isReported;
  private boolean isReady;
  private boolean isLeaving;
  private boolean isShared;
  private long leaveBy = Long.MAX_VALUE;
  private long endBy = Long.MAX_VALUE;
  private long rows;
  private long rowsAtChange;
  private long busyNanos;

  /**
   * @param memoryMb the memory of the job's model
   */
  Service(String name, JobId job, int index, int memoryMb) {
    this.name = name;
    this.job = job;
    this.index = index;
    this.memoryMb = memoryMb;
  }

  String name() {
    return name;
  }

  JobId job() {
    return job;
  }

  int index() {
    return index;
  }

  int memoryMb() {
    return memoryMb;
  }

  /** Moves the deadlines by the length of a pause of the master. */
  void excuse(long nanos) {
    leaveBy = isLeaving ? leaveBy + nanos : leaveBy;
    endBy = isDropped() ? endBy + nanos : endBy;
  }

  /**
   * Whether its worker has reported it. A service has ended when its worker has reported it before
   * and does so no more.
   */
  boolean isReported() {
    return isReported;
  }

  /** Whether its model is loaded. */
  boolean isReady() {
    return isReady;
  }

  /** Whether its worker serves another job as well. */
  boolean isShared() {
    return isShared;
  }

  /** Sets whether its worker serves another job as well; returns whether that has changed. */
  boolean share(boolean now) {
    boolean isNews = now != isShared;
    isShared = now;
    return isNews;
  }

  /** Whether the job has been ordered to release it. */
  boolean isLeaving() {
    return isLeaving;
  }

  /**
   * Records the order to the job to release it.
   *
   * @param by the time at which it is dropped if the job still holds it, in nanoseconds
   */
  void leave(long by) {
    leaveBy = isLeaving ? leaveBy : by;
    isLeaving = true;
  }

  /** Whether the job has not released it in time, since its thread hangs. */
  boolean isStuck(long now) {
    return isLeaving && !isDropped() && now >= leaveBy;
  }

  /** Whether the worker has the order to end it at once. */
  boolean isDropped() {
    return endBy != Long.MAX_VALUE;
  }

  /**
   * Records the order to the worker to end it at once.
   *
   * @param by the time at which the worker is stopped if it still reports it, in nanoseconds
   */
  void drop(long by) {
    leave(by);
    endBy = Math.min(endBy, by);
  }

  boolean isOverdue(long now) {
    return now >= endBy;
  }

  /** Starts the count of {@link #rowsSinceChange} anew. */
  void restart() {
    rowsAtChange = rows;
  }

  /** Rows computed since the last change. */
  long rowsSinceChange() {
    return rows - rowsAtChange;
  }

  /** Records that its worker has reported it. */
  void report() {
    isReported = true;
  }

  /**
   * Takes a report of its worker.
   *
   * @param speed receives the rows since the last report
   */
  void onReport(FromWorker.Service report, PooledJob speed, long now) {
    isReady = report.isReady();
    if (report.rows() > rows) {
      speed.onScored(report.rows() - rows, Math.max(0, report.busyNanos() - busyNanos), now);
      rows = report.rows();
      busyNanos = report.busyNanos();
    }
  }
}
