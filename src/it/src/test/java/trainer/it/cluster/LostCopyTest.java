package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two copies of each partition, of which one is lost, and the other as soon as it is one of two.
 */
class LostCopyTest {
  @TempDir private Path home;

  @Test
  void aLostCopyIsLearntAgainAndTheModelIsTheSame() throws Exception {
    TrainerClient client = new TrainerClient(home);
    UnhurriedModel model = new UnhurriedModel(home);
    String data = home.resolve("train").toUri().toString();
    client.run("generate", "--kind", "clicks", "--records", "5000", "--output", data).ok();
    JsonNode quiet = train(client, model, "quiet", "--pservers", "1").json();
    Path once = Files.createDirectory(home.resolve("once"));
    // The second line is the one that a copy learnt again begins with.
    String last = "pserver.afterNewLine";
    String points = "pserver.afterCommit:3@" + once + "," + last + ":2@" + once;

    TrainerClient.Result result =
        train(
            client.dyingAt(points),
            model,
            "killed",
            "--pservers",
            "2",
            "-Dtrainer.pserver.replicas=2",
            "-Dtrainer.model.args.rest=200",
            "-Dtrainer.model.args.until=" + once.resolve(last));

    JsonNode report = result.json();
    assertThat(once.resolve(last)).as(result::told).exists();
    assertThat(report.path("modelId")).as(result::told).isEqualTo(quiet.path("modelId"));
    assertThat(report.path("rollbacks").asLong()).as(result::told).isZero();
    assertThat(report.path("containers"))
        .as(result::told)
        .filteredOn(one -> one.path("exitStatus").asInt() == 137)
        .hasSize(2)
        .allMatch(one -> one.path("role").asText().equals("pserver"));
    assertThat(report.path("survived").findValuesAsText("what"))
        .as(result::told)
        .anyMatch(what -> what.contains("has learnt 32 partitions"));
  }

  private TrainerClient.Result train(
      TrainerClient client, UnhurriedModel model, String output, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "submit",
                "--json",
                "--master",
                "local",
                "--input",
                home.resolve("train").toUri().toString(),
                "--output",
                home.resolve(output).toUri().toString(),
                "--epochs",
                "60",
                "--workers",
                "2",
                "-Dtrainer.block.records=250",
                "-Dtrainer.minibatch.blocks=4"));
    arguments.addAll(TrainerClient.UNHURRIED);
    arguments.addAll(model.options());
    arguments.addAll(List.of(more));
    return client.run(arguments.toArray(new String[0])).ok();
  }
}
