package trainer.it.simulation;

import java.util.HashMap;
import java.util.Map;
import trainer.core.job.JobId;
import trainer.it.simulation.checks.EndChecks;
import trainer.it.simulation.checks.Oracle;
import trainer.it.simulation.invariant.Invariant;
import trainer.it.simulation.invariant.Violation;
import trainer.it.simulation.process.SimCluster;
import trainer.it.simulation.process.SimOrigin;
import trainer.it.simulation.process.World;
import trainer.it.simulation.scenario.Scenario;
import trainer.it.simulation.scenario.SimJob;
import trainer.testkit.FaultTable;
import trainer.testkit.SeededSchedule;

/** One history of one scenario, from submission to the end of its last job. */
final class Simulation {
  /** Code that hangs in every attempt takes three timeouts of up to 25 minutes each. */
  private static final long LIMIT = 3 * 3_600L * 1_000_000_000L;

  private final World world;

  private Simulation(
      Scenario scenario, Map<JobId, Oracle> references, Map<JobId, SimOrigin> origins) {
    this.world = new World(scenario, references, origins);
  }

  /** Runs the history of a seed, after the undisturbed runs that it is compared with. */
  static FaultTable run(long seed) {
    Scenario scenario = Scenario.of(seed);
    Map<JobId, Oracle> references = new HashMap<>();
    Map<JobId, SimOrigin> origins = new HashMap<>();
    for (SimJob job : scenario.jobs().stream().filter(SimJob::hasReference).toList()) {
      World alone = undisturbed(job);
      references.put(job.id(), alone.oracle(job));
      if (job.training().goesOn()) {
        origins.put(job.id(), SimOrigin.of(job, alone));
      }
    }
    Simulation simulation = new Simulation(scenario, references, origins);
    simulation.run();
    return simulation.world.chaos().hits();
  }

  private static World undisturbed(SimJob job) {
    Simulation alone = new Simulation(Scenario.undisturbed(job), Map.of(), Map.of());
    alone.run();
    if (!job.isScoring() && !job.isStoppingEarly()) {
      alone.world.oracle(job).assertEpochsAreWhole();
    }
    return alone.world;
  }

  private void run() {
    try {
      SeededSchedule schedule = world.schedule();
      FaultInjector faults = new FaultInjector(world);
      SimOperator operator = new SimOperator(world);
      for (SimJob job : world.scenario().jobs()) {
        operator.submit(job);
        long specialAt = arrival(job) + 300L + schedule.below(4000);
        faults.begin(job, specialAt);
        operator.begin(job, specialAt);
      }
      faults.begin();
      if (world.scenario().hasPool()) {
        world.masters().begin();
        operator.drain(world.scenario().pool().drains());
        new PoolWatch(world).begin();
      }
      boolean done = schedule.run(world::isOver, LIMIT);
      Violation.unless(
          done, Invariant.JobCanFinish, "after three hours not over: " + world.views());
      world.masters().dismissStandbys();
      schedule.run(() -> false, schedule.nanos() + SimCluster.LATEST_GRANT);
      world.masters().settle();
      world.scenario().jobs().forEach(this::assertEnd);
      world.cluster().assertAllGiven();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          e.getMessage()
              + "\n"
              + world.scenario()
              + "\n"
              + String.join("\n", world.notes())
              + "\n"
              + world.views(),
          e);
    }
  }

  private static long arrival(SimJob job) {
    return job.isPooled() ? job.model().arrivesAtMillis() : 0;
  }

  private void assertEnd(SimJob job) {
    if (job.isPooled()) {
      world.deaths().assertBlame(job, world.masters().view(job.id()).orElseThrow().failure());
    }
    new EndChecks(job, world.masters().view(job.id()).orElseThrow())
        .assertEnd(
            world.masters().checks().over().get(job.id()),
            world.masters().journal().of(job.id()),
            world.checks(),
            world.chaos());
  }
}
