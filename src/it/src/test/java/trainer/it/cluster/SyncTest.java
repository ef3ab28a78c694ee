package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * However updates are synchronised, a model is as good as in step.
 *
 * <p>The loss is that of the moment training ends at, and it changes from one update to the next:
 * at the default rate, with 1,000 records an update, so much that of a hundred moments one is 1 %
 * off with every update in its place (decision 25). Steps of a block and half the rate keep it
 * within 0.6 %, even where eleven updates come between each one's pull and its push; here it is one
 * to five.
 */
class SyncTest {
  private static final int EPOCHS = 2;
  private static final int RECORDS = 100_000;
  private static final int RECORDS_A_BLOCK = 250;
  private static final int STALENESS = 2;

  @TempDir private static Path home;

  private final TrainerClient client = new TrainerClient(home);

  private void generate(String folder, String seed, int records) throws Exception {
    client
        .run(
            "generate",
            "--kind",
            "clicks",
            "--records",
            String.valueOf(records),
            "--seed",
            seed,
            "--output",
            home.resolve(folder).toUri().toString())
        .ok();
  }

  /** A job that has ended well. */
  private record Trained(TrainerClient.Result result, JsonNode report) {
    double loss() {
      return report.at("/metrics/validation/logLoss").asDouble();
    }

    long count(String counter) {
      return report.at(counter).asLong();
    }

    /** Its report and its logs. */
    String told() {
      return result.told();
    }
  }

  private Trained train(String sync) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
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
                "-Dtrainer.epochs=" + EPOCHS,
                "-Dtrainer.block.records=" + RECORDS_A_BLOCK,
                "-Dtrainer.minibatch.blocks=2",
                "-Dtrainer.optimizer.learning-rate=0.15",
                "-Dtrainer.sync=" + sync,
                "-Dtrainer.ssp.staleness=" + STALENESS));
    arguments.addAll(TrainerClient.UNHURRIED);
    TrainerClient.Result result = client.run(arguments.toArray(new String[0])).ok();
    Trained trained = new Trained(result, result.json());
    assertThat(trained.count("/records")).as(trained::told).isEqualTo(RECORDS);
    return trained;
  }

  @Test
  void everyWayGivesTheLossOfBspWithinAHundredthAndSspCountsItsStaleness() throws Exception {
    generate("train", "1", RECORDS);
    generate("held-out", "2", RECORDS / 5);
    Trained bsp = train("bsp");
    double inStep = bsp.loss();
    assertThat(inStep).as(bsp::told).isBetween(0.53, 0.55);

    Trained async = train("async");
    assertThat(async.loss()).as(async::told).isCloseTo(inStep, within(inStep / 100));
    assertThat(async.count("/recordsComputed")).as(async::told).isEqualTo(EPOCHS * RECORDS);

    Trained versioned = train("versioned");
    assertThat(versioned.loss()).as(versioned::told).isCloseTo(inStep, within(inStep / 100));
    assertThat(versioned.count("/versioned/reports"))
        .as(() -> "each task has a place in a version, and only one; " + versioned.told())
        .isEqualTo(versioned.count("/tasks/done"));

    Trained ssp = train("ssp");
    assertThat(ssp.loss()).as(ssp::told).isCloseTo(inStep, within(inStep / 100));
    assertThat(ssp.count("/recordsComputed")).as(ssp::told).isEqualTo(EPOCHS * RECORDS);
    JsonNode staleness = ssp.report().at("/tasks/staleness");
    assertThat(staleness.size()).as(ssp::told).isBetween(1, STALENESS + 1);
    long steps = 0;
    for (JsonNode count : staleness) {
      steps += count.asLong();
    }
    assertThat(steps)
        .as(() -> "steps of a block each; " + ssp.told())
        .isEqualTo(EPOCHS * RECORDS / RECORDS_A_BLOCK);
  }
}
