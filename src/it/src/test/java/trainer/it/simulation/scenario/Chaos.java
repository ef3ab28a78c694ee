package trainer.it.simulation.scenario;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import trainer.core.job.JobId;
import trainer.testkit.FaultTable;
import trainer.testkit.SeededSchedule;

/** Decides when a fault strikes, within the budgets of the scenario, and counts what it hits. */
public final class Chaos {
  /** The row that counts what happens while more than one job is training. */
  public static final String WHILE_TWO_TRAIN = "while two train";

  private final Scenario scenario;
  private final SeededSchedule schedule;
  private final BooleanSupplier severalJobs;
  private final Runnable onFault;
  private final FaultTable hits = new FaultTable();
  private final Map<JobId, Integer> deadly = new HashMap<>();
  private int lostPservers;
  private int lostYoung;

  /**
   * @param severalJobs whether more than one job is training just now
   * @param onFault is called when a fault strikes
   */
  public Chaos(
      Scenario scenario, SeededSchedule schedule, BooleanSupplier severalJobs, Runnable onFault) {
    this.scenario = scenario;
    this.schedule = schedule;
    this.severalJobs = severalJobs;
    this.onFault = onFault;
  }

  public FaultTable hits() {
    return hits;
  }

  /** Something happens to somebody at this step. */
  public void hit(String what, String step) {
    hits.hit(what, step);
    if (severalJobs.getAsBoolean()) {
      hits.hit(WHILE_TWO_TRAIN, what);
    }
  }

  public boolean has(Fault fault) {
    return scenario.disturbances().faults().contains(fault);
  }

  /** Whether a harmless fault strikes now, once in {@code odds} times. */
  public boolean strikes(Fault fault, int odds, String step) {
    boolean strikes = has(fault) && schedule.oneIn(odds);
    if (strikes) {
      onFault.run();
      hit(fault.name(), step);
    }
    return strikes;
  }

  /**
   * Whether a pserver is to be lost now. Of those that have not come up yet only two are: three in
   * a row would end the job, and rightly.
   */
  public boolean losesPserver(boolean isWelcome, String step) {
    boolean may =
        lostPservers < scenario.disturbances().lostPservers() && (isWelcome || lostYoung < 2);
    boolean loses = may && schedule.oneIn(40);
    if (loses) {
      lostPservers++;
      lostYoung += isWelcome ? 0 : 1;
      hit("PSERVER_LOST", step);
    }
    return loses;
  }

  /** Whether a fault that costs a worker its life strikes now. */
  public boolean kills(Fault fault, JobId job, int odds, String step) {
    if (!has(fault) || deadly.getOrDefault(job, 0) >= scenario.disturbances().deadly()) {
      return false;
    }
    boolean strikes = schedule.oneIn(odds);
    if (strikes) {
      onFault.run();
      deadly.merge(job, 1, Integer::sum);
      hit(fault.name(), step);
    }
    return strikes;
  }
}
