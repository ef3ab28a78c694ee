package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However updates are synchronised, a model is as good as in step. */
class SyncTest {
  private static final int STALENESS = 2;

  @TempDir private static Path home;

  private final TrainerClient client = new TrainerClient(home);

  private void generate(String folder, String seed, String records) throws Exception {
    client
        .run(
            "generate",
            "--kind",
            "clicks",
            "--records",
            records,
            "--seed",
            seed,
            "--output",
            home.resolve(folder).toUri().toString())
        .ok();
  }

  private JsonNode train(String sync) throws Exception {
    return client
        .run(
            "submit",
            "--json",
            "--master",
            "local",
            "--workers",
            "2",
            "--input",
            home.resolve("train").toUri().toString(),
            "--validation",
            home.resolve("held-out").toUri().toString(),
            "--output",
            home.resolve(sync).toUri().toString(),
            "-Dtrainer.epochs=2",
            "-Dtrainer.sync=" + sync,
            "-Dtrainer.ssp.staleness=" + STALENESS)
        .ok()
        .json();
  }

  private static double loss(JsonNode report) {
    return report.at("/metrics/validation/logLoss").asDouble();
  }

  @Test
  void everyWayGivesTheLossOfBspWithinAHundredthAndSspCountsItsStaleness() throws Exception {
    generate("train", "1", "100000");
    generate("held-out", "2", "20000");
    double inStep = loss(train("bsp"));
    assertThat(inStep).isBetween(0.5, 0.6);
    assertThat(loss(train("async"))).isCloseTo(inStep, within(inStep / 100));

    JsonNode versioned = train("versioned");
    assertThat(loss(versioned)).isCloseTo(inStep, within(inStep / 100));
    assertThat(versioned.at("/versioned/reports").asLong())
        .as("every task of both passes has its place in a version, and only one")
        .isEqualTo(versioned.at("/tasks/done").asLong());
    assertThat(versioned.at("/records").asLong()).as("of an epoch").isEqualTo(100_000);

    JsonNode ssp = train("ssp");
    assertThat(loss(ssp)).isCloseTo(inStep, within(inStep / 100));
    JsonNode staleness = ssp.at("/tasks/staleness");
    assertThat(staleness.size()).isBetween(1, STALENESS + 1);
    long steps = 0;
    for (JsonNode count : staleness) {
      steps += count.asLong();
    }
    assertThat(steps).as("of all steps").isGreaterThanOrEqualTo(ssp.at("/tasks/done").asLong());
  }
}
