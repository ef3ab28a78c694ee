package trainer.master.session.api;

import java.util.List;
import java.util.function.UnaryOperator;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.master.pool.PoolView;

/**
 * The state of a session for users: an immutable snapshot.
 *
 * @param end the state in which it will end; null while it accepts jobs
 * @param endedBy the user who asked for the end, or the reason; empty while it accepts jobs
 * @param jobs every job that it has accepted, by number
 * @param pool the workers that its scoring jobs share; null without any
 */
public record SessionView(
    JobId id, String name, JobState end, String endedBy, List<Job> jobs, PoolView pool) {
  public SessionView {
    jobs = List.copyOf(jobs);
  }

  /** The same with this state of the pool. */
  public SessionView with(PoolView workers) {
    return new SessionView(id, name, end, endedBy, jobs, workers);
  }

  /** The same with its jobs changed. */
  public SessionView with(UnaryOperator<Job> change) {
    return new SessionView(id, name, end, endedBy, jobs.stream().map(change).toList(), pool);
  }

  /** Whether it has been asked to end and carries no job any more. */
  public boolean isOver() {
    return end != null && jobs.stream().allMatch(Job::isOver);
  }

  /**
   * A job of the session. Times are epoch milliseconds.
   *
   * @param kind {@code train}, {@code score} or {@code import}
   * @param model that it applies; empty if it applies none
   * @param end the state in which it ended; null while it runs
   * @param why the message of its failure; empty without one
   * @param endedAt 0 while it runs
   */
  public record Job(
      JobId id,
      String kind,
      String name,
      String model,
      JobState end,
      String why,
      long acceptedAt,
      long endedAt) {
    /** The same, ended. */
    public Job ended(JobState how, String failure, long at) {
      return new Job(id, kind, name, model, how, failure, acceptedAt, at);
    }

    /** Whether it has ended and its report is written. */
    public boolean isOver() {
      return end != null;
    }
  }
}
