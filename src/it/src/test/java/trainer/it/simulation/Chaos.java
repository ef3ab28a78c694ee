package trainer.it.simulation;

import java.util.HashMap;
import java.util.Map;
import trainer.core.job.JobId;
import trainer.testkit.FaultTable;
import trainer.testkit.Schedule;

/** Decides when a fault strikes, within the budgets of the scenario, and counts what it hits. */
final class Chaos {
  private final Scenario scenario;
  private final Schedule schedule;
  private final FaultTable hits = new FaultTable();
  private final Map<JobId, Integer> deadly = new HashMap<>();

  Chaos(Scenario scenario, Schedule schedule) {
    this.scenario = scenario;
    this.schedule = schedule;
  }

  FaultTable hits() {
    return hits;
  }

  boolean has(Fault fault) {
    return scenario.faults().contains(fault);
  }

  /** Whether a harmless fault strikes now, once in {@code odds} times. */
  boolean strikes(Fault fault, int odds, String step) {
    boolean strikes = has(fault) && schedule.oneIn(odds);
    if (strikes) {
      hits.hit(fault.name(), step);
    }
    return strikes;
  }

  /** Whether a fault that costs a worker its life strikes now. */
  boolean kills(Fault fault, JobId job, int odds, String step) {
    if (!has(fault) || deadly.getOrDefault(job, 0) >= scenario.deadly()) {
      return false;
    }
    boolean strikes = schedule.oneIn(odds);
    if (strikes) {
      deadly.merge(job, 1, Integer::sum);
      hits.hit(fault.name(), step);
    }
    return strikes;
  }
}
