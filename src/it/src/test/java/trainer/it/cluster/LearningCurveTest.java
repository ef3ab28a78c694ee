package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The curve of a model that overfits, and the best version of it, whatever is lost on the way. */
class LearningCurveTest {
  private static final int ROWS = 3000;
  private static final double ULP = 1e-12;

  @TempDir private Path home;
  private TrainerClient client;

  @BeforeEach
  void writesTables() throws IOException {
    client = new TrainerClient(home);
    Files.writeString(home.resolve("train.csv"), rows(1));
    Files.writeString(home.resolve("held.csv"), rows(2));
  }

  /** Rows of a number that says something and of a category that has to be learned by heart. */
  private static String rows(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder csv = new StringBuilder("age,street,bought\n");
    for (int i = 0; i < ROWS; i++) {
      int age = 18 + random.nextInt(60);
      csv.append(age).append(",s").append(random.nextInt(ROWS)).append(',');
      csv.append(random.nextInt(60) < age - 18 ? "yes\n" : "no\n");
    }
    return csv.toString();
  }

  private JsonNode train(TrainerClient by, String output, String... more) throws Exception {
    List<String> args = new ArrayList<>(List.of("submit", "--json"));
    args.addAll(TrainerClient.UNHURRIED);
    args.addAll(List.of("--input", "" + home.resolve("train.csv"), "--label", "bought"));
    args.addAll(List.of("--validation", "" + home.resolve("held.csv")));
    args.addAll(List.of("--output", "" + home.resolve(output), "--epochs", "30"));
    args.addAll(List.of("-Dtrainer.block.records=100", "-Dtrainer.validation.every=5"));
    args.add("-Dtrainer.early-stopping.metric=logLoss");
    args.addAll(List.of(more));
    return by.run(args.toArray(new String[0])).ok().json();
  }

  private double evaluated(String output) throws Exception {
    return client
        .run(
            "evaluate",
            "--json",
            "-Dtrainer.block.records=100", // sums are rounded once a block
            "--model",
            "" + home.resolve(output),
            "--input",
            "" + home.resolve("held.csv"))
        .ok()
        .json()
        .path("logLoss")
        .asDouble();
  }

  private static DoubleStream losses(JsonNode report) {
    return StreamSupport.stream(report.path("series").spliterator(), false)
        .mapToDouble(point -> point.path("validation").path("logLoss").asDouble());
  }

  @Test
  void theModelIsTheBestVersionThoughWorkerAndMasterDie() throws Exception {
    JsonNode calm = train(client, "calm", "--master", "local", "--workers", "1");
    assertThat(calm.path("stopped").path("early").asBoolean()).isTrue();
    double least = losses(calm).min().orElseThrow();
    assertThat(calm.path("metrics").path("validation").path("logLoss").asDouble()).isEqualTo(least);
    assertThat(evaluated("calm")).isCloseTo(least, within(ULP));

    Path once = Files.createDirectory(home.resolve("once"));
    String points =
        "worker.duringEvaluate:2@"
            + once
            + ",master.afterScored:3@"
            + once
            + ",master.beforeStopScheduled@"
            + once;
    JsonNode disturbed =
        train(client.dyingAt(points), "disturbed", "--master", "embedded", "--workers", "2");
    assertThat(once.toFile().list()).hasSize(3);
    assertThat(disturbed.path("modelId")).isEqualTo(calm.path("modelId"));
    assertThat(losses(disturbed).toArray()).isEqualTo(losses(calm).toArray());
  }
}
