package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that goes on with a lost one, and one that begins with the model of another day. */
class GoingOnTest {
  private static final int ROWS = 3000;

  @TempDir private Path home;

  private Path day(int number) throws IOException {
    SplittableRandom random = new SplittableRandom(number);
    StringBuilder csv = new StringBuilder("age,street,bought\n");
    for (int i = 0; i < ROWS; i++) {
      int age = 18 + random.nextInt(60) + number;
      csv.append(age).append(",s").append(random.nextInt(300)).append(',');
      csv.append(random.nextInt(60) < age - 18 ? "yes\n" : "no\n");
    }
    return Files.writeString(home.resolve("day-" + number + ".csv"), csv);
  }

  private static List<String> submit(String... more) {
    List<String> args = new ArrayList<>(List.of("submit", "--json", "--master", "local"));
    args.addAll(TrainerClient.UNHURRIED);
    args.addAll(List.of(more));
    return args;
  }

  private static JsonNode run(TrainerClient by, List<String> args) throws Exception {
    return by.run(args.toArray(new String[0])).ok().json();
  }

  private static long ofItsWorkers(JsonNode report) {
    return report.path("workers").findValues("records").stream().mapToLong(JsonNode::asLong).sum();
  }

  @Test
  void aLostJobGoesOnToTheModelOfAnUndisturbedOne() throws Exception {
    TrainerClient client = new TrainerClient(home);
    List<String> args = submit("--input", "" + day(1), "--label", "bought", "--epochs", "60");
    args.addAll(List.of("-Dtrainer.block.records=100", "-Dtrainer.minibatch.blocks=8"));
    args.add("-Dtrainer.checkpoint.interval=200ms");
    args.addAll(List.of("--output", "" + home.resolve("model")));
    JsonNode calm = run(client, args);

    Path once = Files.createDirectory(home.resolve("once"));
    args.set(args.size() - 1, "" + home.resolve("again"));
    String point = "master.afterCheckpointAdded:2@" + once;
    JsonNode lost = client.dyingAt(point).run(args.toArray(new String[0])).json();
    assertThat(once.toFile().list()).hasSize(1);

    String id = lost.path("jobId").asText();
    JsonNode resumed = run(client, submit("--resume", id, "--workers", "2"));
    assertThat(resumed.path("modelId")).isEqualTo(calm.path("modelId"));
    assertThat(resumed.path("rollbacks").asInt()).isZero();
    assertThat(ofItsWorkers(resumed)).as("it goes on").isPositive().isLessThan(ofItsWorkers(calm));

    String last = resumed.path("jobId").asText();
    JsonNode same = run(client, submit("--resume", last, "--output", "" + home.resolve("same")));
    assertThat(same.path("modelId")).isEqualTo(calm.path("modelId"));
    assertThat(ofItsWorkers(same)).as("nothing is left").isZero();
  }

  @Test
  void aModelOfYesterdayIsTrainedOnWithItsStandardisation() throws Exception {
    TrainerClient client = new TrainerClient(home);
    Path first = home.resolve("first");
    run(client, submit("--input", "" + day(1), "--label", "bought", "--output", "" + first));
    List<String> args = submit("--input", "" + day(2), "--label", "bought", "--epochs", "1");
    args.add("-Dtrainer.model.initial=" + first);
    args.addAll(List.of("--output", "" + home.resolve("one")));
    JsonNode one = run(client, args);
    assertThat(one.path("firstPass").path("tasks").asInt()).as("nothing is measured").isZero();

    args.set(args.size() - 1, "" + home.resolve("two"));
    args.addAll(List.of("--workers", "2", "--pservers", "2"));
    JsonNode two = run(client, args);
    assertThat(two.path("modelId")).isEqualTo(one.path("modelId"));

    args.remove("-Dtrainer.model.initial=" + first);
    args.set(args.indexOf("" + home.resolve("two")), "" + home.resolve("cold"));
    assertThat(run(client, args).path("modelId")).isNotEqualTo(one.path("modelId"));
  }
}
