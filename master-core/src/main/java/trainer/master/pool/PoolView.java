package trainer.master.pool;

import java.util.Map;
import trainer.core.job.JobId;

/**
 * The pool for users.
 *
 * @param wanted workers
 * @param there workers that have registered
 * @param moves changes of the assignment of workers to jobs so far
 * @param jobs that the workers serve
 */
public record PoolView(int wanted, int there, long moves, Map<JobId, Job> jobs) {
  public PoolView {
    jobs = Map.copyOf(jobs);
  }

  /**
   * A job that the workers serve.
   *
   * @param rate rows a second of the last ten seconds
   * @param expected rows a second of a worker; NaN if nobody knows
   * @param rows computed so far, repeated ones included
   * @param workers that have its model
   */
  public record Job(double rate, double expected, long rows, int workers) {}
}
