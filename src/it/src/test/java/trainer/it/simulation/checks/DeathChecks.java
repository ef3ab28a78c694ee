package trainer.it.simulation.checks;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobId;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.scenario.SimJob;
import trainer.master.job.history.JobPlan;

/**
 * Checks {@link Invariant#SharedDeathBlamesNobody}: which workers of a pool died with which jobs.
 */
public final class DeathChecks {
  private final Map<JobId, Integer> alone = new HashMap<>();
  private int doubtful;

  /**
   * A worker has died.
   *
   * @param jobs that it served
   */
  public void died(Collection<JobId> jobs) {
    if (jobs.size() == 1) {
      alone.merge(jobs.iterator().next(), 1, Integer::sum);
    }
  }

  /** A fault has struck after which a master may take a living worker for dead. */
  public void onDoubt() {
    doubtful++;
  }

  /**
   * Checks the failure of a job at its end; null for none. A job fails by a block that kills
   * workers only after so many deaths of workers that served no other job. Where a block hangs,
   * services end without their workers.
   */
  public void assertBlame(SimJob job, Failure failure) {
    int needed =
        JobPlan.DEATHS_TOGETHER + Settings.of(job.spec().settings()).get(Keys.TASK_MAX_FAILURES);
    int deaths = alone.getOrDefault(job.id(), 0) + doubtful;
    Violation.unless(
        job.special() != SimJob.Special.POISON_BLOCK
            || failure == null
            || failure.kind() != FailureKind.BLOCK_KILLS_WORKERS
            || deaths >= needed,
        Invariant.SharedDeathBlamesNobody,
        () -> job.id() + " failed after " + deaths + " of " + needed + " deaths: " + failure);
  }
}
