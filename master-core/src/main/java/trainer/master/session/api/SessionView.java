package trainer.master.session.api;

import java.util.List;
import trainer.core.job.JobId;
import trainer.core.job.JobState;

/**
 * The state of a session for users: an immutable snapshot.
 *
 * @param end the state in which it will end; null while it accepts jobs
 * @param endedBy the user who asked for the end, or the reason; empty while it accepts jobs
 * @param jobs every job that it has accepted, by number
 */
public record SessionView(JobId id, String name, JobState end, String endedBy, List<Job> jobs) {
  public SessionView {
    jobs = List.copyOf(jobs);
  }

  /** Whether it has been asked to end and carries no job any more. */
  public boolean isOver() {
    return end != null && jobs.stream().allMatch(Job::isOver);
  }

  /**
   * A job of the session. Times are epoch milliseconds.
   *
   * @param kind {@code train}, {@code score} or {@code import}
   * @param end the state in which it ended; null while it runs
   * @param why the message of its failure; empty without one
   * @param endedAt 0 while it runs
   */
  public record Job(
      JobId id, String kind, String name, JobState end, String why, long acceptedAt, long endedAt) {
    /** Whether it has ended and its report is written. */
    public boolean isOver() {
      return end != null;
    }
  }
}
