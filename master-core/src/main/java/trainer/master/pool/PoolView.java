package trainer.master.pool;

import java.util.List;
import java.util.Map;
import trainer.core.job.JobId;

/**
 * The pool for users.
 *
 * @param wanted workers
 * @param there workers that have registered
 * @param moves changes of the assignment of workers to jobs so far
 * @param jobs that the workers serve
 * @param workers in the order in which they came
 */
public record PoolView(
    int wanted, int there, long moves, Map<JobId, Job> jobs, List<Worker> workers) {
  public PoolView {
    jobs = Map.copyOf(jobs);
    workers = List.copyOf(workers);
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

  /**
   * A worker.
   *
   * @param serves the jobs whose models it has
   * @param loads the jobs whose models it loads
   */
  public record Worker(String container, String host, List<JobId> serves, List<JobId> loads) {}
}
