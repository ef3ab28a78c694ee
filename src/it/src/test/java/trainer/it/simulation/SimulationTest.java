package trainer.it.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import trainer.it.simulation.scenario.Chaos;
import trainer.it.simulation.scenario.Fault;
import trainer.testkit.FaultTable;

/**
 * Many seeded histories. {@code -Dtrainer.simulation.seeds=N -Dtrainer.simulation.first=S} runs
 * longer campaigns, or one seed again; with {@code -Dtrainer.simulation.scoring=true} the campaign
 * counts and runs only seeds that have a scoring job.
 */
class SimulationTest {
  private static final long SEEDS = Long.getLong("trainer.simulation.seeds", 200);
  private static final long FIRST = Long.getLong("trainer.simulation.first", 1);

  @Test
  void everyHistoryEndsWithTheModelOfTheUndisturbedRun() throws IOException {
    FaultTable hits = Campaign.run(FIRST, SEEDS);
    String table = "seeds " + FIRST + " to " + (FIRST + SEEDS - 1) + "\n" + hits;
    System.out.println(table);
    Files.writeString(Path.of("target", "faults.txt"), table, StandardCharsets.UTF_8);
    if (SEEDS >= 200) {
      for (Fault fault : Fault.values()) {
        assertThat(hits.of(fault.name())).as("hits of %s", fault).isPositive();
      }
      assertThat(hits.of("HANG")).as("hits of a block that hangs").isPositive();
      assertThat(hits.of("CANCEL")).as("shares computed by two workers").isPositive();
      assertThat(hits.of("TASKS_LOADED")).as("jobs of tasks that went back").isPositive();
      assertThat(hits.of("GOES_ON")).as("jobs that go on from others").isPositive();
      assertThat(hits.of("OUTPUT_RENAMED")).as("published scores").isPositive();
      assertThat(hits.of("OUTPUT_FAILS")).as("failed accesses to scores").isPositive();
      assertThat(hits.of("LOADED")).as("models loaded by workers of a pool").isPositive();
      assertThat(hits.of("LOAD_FAILS")).as("loads that fail").isPositive();
      assertThat(hits.of("DRAIN_POOL")).as("workers of a pool that leave").isPositive();
      assertThat(hits.of("STANDBY_LEADS")).as("standbys that lead").isPositive();
      assertThat(hits.of("STANDBY_CRASH")).as("standbys that are killed").isPositive();
      assertThat(hits.of("STANDBY_HANGS")).as("standbys that hang").isPositive();
      assertThat(hits.of("ATTEMPT")).as("attempts beside a standby").isPositive();
      assertThat(hits.of(Chaos.WHILE_TWO_TRAIN)).as("hits while two jobs train").isGreaterThan(100);
    }
  }
}
