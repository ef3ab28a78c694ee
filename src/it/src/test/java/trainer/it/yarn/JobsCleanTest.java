package trainer.it.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.ClusterUser;
import trainer.it.cluster.TrainerClient;

/** {@code jobs clean} and {@code trainer.job.keep}, on this machine and on a cluster. */
class JobsCleanTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final int KILLED = 137;

  @TempDir private Path home;

  private static JsonNode run(TrainerClient client, String line) throws Exception {
    return client.run((line + " --json").split(" +", -1)).ok().json();
  }

  private List<String> folders() throws IOException {
    try (Stream<Path> all = Files.list(home.resolve(".trainer/jobs"))) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private static String application(JsonNode report) {
    return report.path("jobId").asText().replaceFirst("\\.1$", "");
  }

  @Test
  void keepsAJobThatALaterOneGoesOnFromAndFinishesADeletion() throws Exception {
    TrainerClient client = new TrainerClient(home);
    String data = home.resolve("data").toUri().toString();
    run(client, "generate --kind clicks --records 2000 --output " + data);
    String submit = "submit --master local -Dtrainer.heartbeat.timeout=5m ";
    String output = " --output " + home.resolve("model").toUri();
    JsonNode first = run(client, submit + "--epochs 2 --input " + data + output);
    JsonNode second =
        run(client, submit + "--epochs 3 --overwrite --resume " + application(first) + output);

    JsonNode kept = run(client, "jobs clean --keep 1 --yes");
    assertThat(kept.path("freedBytes").asLong()).isZero();
    assertThat(kept.path("folders").findValuesAsText("kept"))
        .containsExactly("among the newest 1", application(second) + " goes on from it");
    assertThat(folders()).hasSize(2);

    TrainerClient.Result cut =
        client
            .dyingAt("client.afterFolderRenamed")
            .run("jobs", "clean", "--older-than", "1s", "--yes");
    assertThat(cut.exitCode()).as(cut::told).isEqualTo(KILLED);
    assertThat(folders()).containsExactly(".deleted-" + application(second), application(first));
    assertThat(run(client, "list").path("jobs")).hasSize(1);

    JsonNode rest = run(client, "jobs clean --older-than 1s");
    assertThat(rest.path("freedBytes").asLong()).isPositive();
    assertThat(folders()).isEmpty();
    run(client, "model verify " + home.resolve("model").toUri());
  }

  @Test
  void deletesNoFolderOfARunningJobOnACluster() throws Exception {
    try (ClusterUser user = new ClusterUser(home)) {
      String running = user.unhurried("running", "--workers 1");
      FileSystem files = FileSystem.get(user.configuration());
      org.apache.hadoop.fs.Path jobs =
          new org.apache.hadoop.fs.Path(files.getHomeDirectory(), ".trainer/jobs");
      String train =
          "submit --workers 1 -Dtrainer.heartbeat.timeout=5m --epochs 1 --input "
              + user.uri("data")
              + " --output ";
      JsonNode ended = user.json(train + user.uri("ended"));
      await(running)
          .atMost(PATIENCE)
          .until(() -> user.json("status " + running).path("state").asText().equals("RUNNING"));

      JsonNode listed = user.json("jobs clean --dry-run");
      assertThat(listed.path("folders").findValuesAsText("applicationId"))
          .containsExactly(application(ended));
      assertThat(listed.at("/folders/0/bytes").asLong()).isPositive();
      assertThat(files.listStatus(jobs)).hasSize(2);
      refusals(user);

      // A submission with the key deletes what has ended, and leaves what runs.
      JsonNode next = user.json(train + user.uri("next") + " -Dtrainer.job.keep=1s");
      assertThat(Stream.of(files.listStatus(jobs)).map(one -> one.getPath().getName()))
          .contains(application(next), running.replaceFirst("\\.1$", ""))
          .hasSize(2);
      assertThat(user.json("status " + running).path("state").asText()).isEqualTo("RUNNING");
    }
  }

  private static void refusals(ClusterUser user) throws Exception {
    for (String line :
        List.of("--yes", "--older-than soon", "--state BROKEN", "--keep -1", "--older-than 0s")) {
      TrainerClient.Result result = user.run("jobs clean " + line);
      assertThat(result.exitCode()).as(line + ": " + result.told()).isEqualTo(2);
      assertThat(result.err()).startsWith("ERROR BAD_FLAGS");
    }
  }
}
