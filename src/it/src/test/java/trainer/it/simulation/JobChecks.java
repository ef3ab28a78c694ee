package trainer.it.simulation;

import java.util.HashMap;
import java.util.Map;
import trainer.core.job.JobId;

/** The checks of one history that are kept by job. */
final class JobChecks {
  private final Map<JobId, Oracle> oracles = new HashMap<>();
  private final Map<JobId, TaskChecks> tasks = new HashMap<>();

  /**
   * @param references the oracles of the undisturbed runs, of those jobs that have one
   */
  JobChecks(Scenario scenario, Map<JobId, Oracle> references) {
    for (SimJob job : scenario.jobs()) {
      oracles.put(job.id(), new Oracle(job, references.get(job.id())));
      tasks.put(job.id(), new TaskChecks(job, scenario.lanes()));
    }
  }

  Oracle oracle(SimJob job) {
    return oracles.get(job.id());
  }

  TaskChecks tasks(SimJob job) {
    return tasks.get(job.id());
  }
}
