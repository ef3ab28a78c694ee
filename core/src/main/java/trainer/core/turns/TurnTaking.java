package trainer.core.turns;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trainer.core.job.JobId;

/**
 * The turns of a worker that serves several jobs: the next one is for the job that has scored the
 * fewest rows since the last change of the assignment or of loaded models. So the rows of two jobs
 * differ by a turn or so, and their rates are equal over any longer time. Confined to one thread.
 */
public final class TurnTaking {
  /** The longest turn. */
  private static final Duration LONGEST = Duration.ofMillis(250);

  private static final Duration UNMEASURED = Duration.ofMillis(25);

  private final Map<JobId, Double> rows = new HashMap<>();
  private final Map<JobId, Double> elsewhere = new HashMap<>();

  /** Begins anew: the assignment has changed, or a worker has loaded a model. */
  public void restart() {
    rows.clear();
    elsewhere.clear();
  }

  /** Other workers have scored so many rows of a job since the last change. */
  public void onElsewhere(JobId job, double scored) {
    elsewhere.put(job, scored);
  }

  /** The worker has scored rows of a job. */
  public void onScored(JobId job, long scored) {
    rows.merge(job, (double) scored, Double::sum);
  }

  /**
   * The job that is served next. A job without a task falls behind; it does not make up for that.
   *
   * @param served the jobs of the worker whose models it has
   * @param runnable those that it could serve now, at least one
   */
  public JobId next(List<JobId> served, List<JobId> runnable) {
    JobId next = runnable.get(0);
    for (JobId job : runnable) {
      next = rows(job) < rows(next) ? job : next;
    }
    for (JobId job : served) {
      if (!runnable.contains(job)) {
        double least = rows(next) - elsewhere.getOrDefault(job, 0.0);
        rows.merge(job, least, Math::max);
      }
    }
    return next;
  }

  private double rows(JobId job) {
    return rows.getOrDefault(job, 0.0) + elsewhere.getOrDefault(job, 0.0);
  }

  /**
   * The length of a turn: shorter for a job that needs little of a worker, which would else get
   * ahead of the others by a turn.
   *
   * @param share of workers that the job needs; NaN if its speed is not measured
   */
  public static Duration turn(double share) {
    return Double.isNaN(share)
        ? UNMEASURED
        : Duration.ofNanos((long) (LONGEST.toNanos() * Math.min(1, share)));
  }
}
