package trainer.master.pool;

import trainer.core.job.JobId;
import trainer.core.message.FromWorker;

/**
 * A job as a worker serves it: to the job it is a worker of its own, with an index and a container,
 * whose name is the service's.
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
   * @param memoryMb of the job's model
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

  /** Excuses a delay: the master itself has paused. */
  void excuse(long nanos) {
    leaveBy = isLeaving ? leaveBy + nanos : leaveBy;
    endBy = isDropped() ? endBy + nanos : endBy;
  }

  /** Whether its worker has reported it: one that it does not report any more has ended. */
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

  /** Sets whether its worker serves another job as well; returns whether that is news. */
  boolean share(boolean now) {
    boolean isNews = now != isShared;
    isShared = now;
    return isNews;
  }

  /** Whether the job has been told to let it go. */
  boolean isLeaving() {
    return isLeaving;
  }

  /**
   * The job is told to let it go.
   *
   * @param by when it is dropped otherwise, in nanoseconds
   */
  void leave(long by) {
    leaveBy = isLeaving ? leaveBy : by;
    isLeaving = true;
  }

  /** Whether it has not left in time: its thread hangs, and the job waits for nothing there. */
  boolean isStuck(long now) {
    return isLeaving && !isDropped() && now >= leaveBy;
  }

  /** Whether the worker is to end it at once. */
  boolean isDropped() {
    return endBy != Long.MAX_VALUE;
  }

  /**
   * Has the worker end it at once.
   *
   * @param by when the worker is stopped otherwise, in nanoseconds
   */
  void drop(long by) {
    leave(by);
    endBy = Math.min(endBy, by);
  }

  boolean isOverdue(long now) {
    return now >= endBy;
  }

  /** Rows are counted from here on. */
  void restart() {
    rowsAtChange = rows;
  }

  /** Rows computed since the last change. */
  long rowsSinceChange() {
    return rows - rowsAtChange;
  }

  /** Its worker reports it. */
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
