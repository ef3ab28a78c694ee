package trainer.master.sharing;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import trainer.core.id.Incarnation;
import trainer.core.job.JobId;

/**
 * Decides which jobs each worker serves, a pure function of workers, jobs, their measured speeds
 * and the present assignment. The aim is that all jobs score as many rows a second (max-min
 * fairness of throughput; Narayanan et al., "Heterogeneity-Aware Cluster Scheduling Policies for
 * Deep Learning Workloads", OSDI 2020; with one kind of worker it has a closed form, {@link
 * FairShares}).
 *
 * <p>A change costs the loading of models, so speeds that are measured again and again change
 * nothing by themselves. There is another assignment:
 *
 * <ul>
 *   <li>when workers or jobs come or go, or the speed of a job is known for the first time;
 *   <li>when a job is isolated, or not any more;
 *   <li>when workers are idle that could serve a job;
 *   <li>when rates would be more equal by {@link #GAIN}, {@link #DWELL} after the last change; by
 *       twice as much after each such change.
 * </ul>
 */
public final class WorkerSharing {
  /** The part by which the ratio of rates must fall: more than speeds are measured wrong by. */
  static final double GAIN = 0.05;

  static final long DWELL = Duration.ofSeconds(10).toNanos();

  private WorkerSharing() {}

  /**
   * The assignment from now on; the present one if nothing changes.
   *
   * @param jobs in the order in which they were accepted
   * @param now in nanoseconds
   */
  public static Assignment next(
      List<PoolWorker> workers, List<SharingJob> jobs, Assignment present, long now) {
    Set<Incarnation> ids =
        workers.stream().map(PoolWorker::id).collect(Collectors.toUnmodifiableSet());
    Set<JobId> jobIds = ids(jobs);
    Set<JobId> isolated = ids(jobs.stream().filter(SharingJob::isIsolated).toList());
    Set<JobId> measured = ids(jobs.stream().filter(SharingJob::isMeasured).toList());
    boolean areOthers =
        !present.jobsOf().keySet().equals(ids)
            || !present.jobs().equals(jobIds)
            || !present.isolated().equals(isolated)
            || !present.measured().containsAll(measured);
    Map<Incarnation, List<JobId>> best = Placement.of(workers, jobs, present);
    boolean isSame = best.equals(present.jobsOf());
    if (areOthers) {
      return new Assignment(best, jobIds, measured, isolated, isSame ? present.at() : now, 0);
    }
    if (isSame) {
      return present;
    }
    ServedBy after = new ServedBy(best.values(), jobs);
    ServedBy before = new ServedBy(present.jobsOf().values(), jobs);
    if (after.busy() > before.busy()) {
      return new Assignment(best, jobIds, measured, isolated, now, present.corrections());
    }
    boolean isCorrection =
        now - present.at() >= DWELL && before.spread() > (1 + needed(present)) * after.spread();
    return isCorrection
        ? new Assignment(best, jobIds, measured, isolated, now, present.corrections() + 1)
        : present;
  }

  /**
   * The part of workers that each job needs so that all have one rate.
   *
   * @param workers how many there are
   * @return NaN for a job whose speed is not measured
   */
  public static Map<JobId, Double> shares(int workers, List<SharingJob> jobs) {
    double[] shares = FairShares.of(workers, jobs);
    Map<JobId, Double> ofJobs = new LinkedHashMap<>();
    for (int j = 0; j < shares.length; j++) {
      ofJobs.put(jobs.get(j).id(), jobs.get(j).isMeasured() ? shares[j] : Double.NaN);
    }
    return ofJobs;
  }

  private static Set<JobId> ids(List<SharingJob> jobs) {
    return jobs.stream().map(SharingJob::id).collect(Collectors.toUnmodifiableSet());
  }

  /** Twice as much after each correction, since speeds depend on who serves whom. */
  private static double needed(Assignment present) {
    return GAIN * (1L << Math.min(present.corrections(), Integer.SIZE));
  }
}
