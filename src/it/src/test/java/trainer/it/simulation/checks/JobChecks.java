package trainer.it.simulation.checks;

import java.util.HashMap;
import java.util.Map;
import trainer.core.job.JobId;
import trainer.it.simulation.scenario.Scenario;
import trainer.it.simulation.scenario.SimJob;

/** The checks of one history that are kept by job. */
public final class JobChecks {
  private final Map<JobId, Oracle> oracles = new HashMap<>();
  private final Map<JobId, TaskChecks> tasks = new HashMap<>();
  private final Map<JobId, ScoreChecks> scores = new HashMap<>();

  /**
   * @param references the oracles of the undisturbed runs, of those jobs that have one
   */
  public JobChecks(Scenario scenario, Map<JobId, Oracle> references) {
    for (SimJob job : scenario.jobs()) {
      oracles.put(job.id(), new Oracle(job, references.get(job.id())));
      tasks.put(job.id(), new TaskChecks(job, scenario.lanes()));
      scores.put(job.id(), new ScoreChecks(job));
    }
  }

  public Oracle oracle(SimJob job) {
    return oracles.get(job.id());
  }

  public TaskChecks tasks(SimJob job) {
    return tasks.get(job.id());
  }

  public ScoreChecks scores(SimJob job) {
    return scores.get(job.id());
  }
}
