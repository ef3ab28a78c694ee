package trainer.it.masters;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.TrainerClient;
import trainer.it.cluster.UnhurriedModel;

/** What becomes of a job whose masters die, on a cluster that starts others. */
class MasterDeathTest {
  private static final int EPOCHS = 10;

  @TempDir private static Path home;
  private static TrainerClient client;
  private static TwoNodes cluster;
  private static DisturbedJob.End undisturbed;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = new TwoNodes(home, new Configuration());
    client = new TrainerClient(home);
    generate("train", "1");
    generate("held-out", "2");
    runLocally();
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  private static void generate(String folder, String seed) throws Exception {
    String output = home.resolve(folder).toUri().toString();
    client
        .run(
            "generate",
            "--kind",
            "clicks",
            "--records",
            "10000",
            "--seed",
            seed,
            "--output",
            output)
        .ok();
  }

  /** The job as nothing disturbs it. */
  private static void runLocally() throws Exception {
    undisturbed = DisturbedJob.submit(client, home, job("quiet", "--master", "local")).await();
    assertThat(undisturbed.report().at("/metrics/validation/records").asLong()).isEqualTo(10_000);
  }

  private static List<String> job(String output, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--input",
                home.resolve("train").toUri().toString(),
                "--validation",
                home.resolve("held-out").toUri().toString(),
                "--output",
                home.resolve(output).toUri().toString(),
                "--epochs",
                String.valueOf(EPOCHS),
                "--workers",
                "2",
                "--pservers",
                "2",
                "-Dtrainer.block.records=250",
                "-Dtrainer.minibatch.blocks=4"));
    arguments.addAll(TrainerClient.UNHURRIED);
    arguments.addAll(List.of(more));
    return arguments;
  }

  private static List<String> onCluster(String output, String... more) {
    List<String> arguments =
        job(
            output,
            "--master",
            "yarn",
            "-conf",
            cluster.site().toString(),
            "-Dtrainer.master.attempts=10",
            "-Dtrainer.master.patience=10m");
    arguments.addAll(List.of(more));
    return arguments;
  }

  @Test
  void whoeverFollowsGoesOnWithTheSameProcessesAndGivesTheSameModel() throws Exception {
    Path once = Files.createDirectory(home.resolve("once"));
    String points =
        String.join(
            ",",
            "master.afterTerm@" + once,
            "master.afterStateEntered.RUNNING@" + once,
            "master.beforeCommit:20@" + once,
            "master.afterScored@" + once,
            "master.afterRename@" + once,
            "master.beforeLeaving@" + once);

    DisturbedJob.End end =
        DisturbedJob.submit(client.dyingAt(points), home, onCluster("disturbed")).await();

    assertThat(end.exitCode()).as(end::told).isZero();
    JsonNode report = end.report();
    assertThat(report.path("state").asText()).as(end::told).isEqualTo("EXITED");
    assertThat(end.modelId()).as(end::told).isEqualTo(undisturbed.modelId());
    assertThat(once.toFile().list())
        .as(() -> "masters died at; " + end.told())
        .hasSize(points.split(",", -1).length);
    assertThat(report.path("term").asLong())
        .as(() -> "the master that ended it; " + end.told())
        .isEqualTo(6);
    assertThat(end.report().path("containers"))
        .as(() -> "nobody was replaced; " + end.told())
        .hasSize(4);
    long epochs = EPOCHS * report.path("records").asLong();
    assertThat(report.path("recordsComputed").asLong())
        .as(end::told)
        .isBetween(epochs, epochs + epochs / 5);
    assertThat(report.path("metrics")).isEqualTo(undisturbed.report().path("metrics"));
    client.run("model", "verify", home.resolve("disturbed").toString()).ok();
  }

  @Test
  void aReportThatNoMasterLivedToWriteIsCompleteToo() throws Exception {
    DisturbedJob.End end =
        DisturbedJob.submit(
                client.dyingAt("master.afterEnded"), home, job("told", "--master", "local"))
            .await();

    assertThat(end.report()).as(end::told).isNotNull();
    assertThat(end.report().path("state").asText()).as(end::told).isEqualTo("EXITED");
    assertThat(end.report().path("metrics")).isEqualTo(undisturbed.report().path("metrics"));
    assertThat(end.modelId()).isEqualTo(undisturbed.modelId());
  }

  /** It lasts until a pserver has died loading a checkpoint, which is behind all but the export. */
  @Test
  void pserversThatAreLostTakeTheJobBackAndTheModelIsTheSame() throws Exception {
    Path once = Files.createDirectory(home.resolve("lost"));
    String last = "pserver.duringLoad";
    String points =
        String.join(
            ",",
            "pserver.afterNewLine@" + once,
            "master.afterManifest@" + once,
            "pserver.duringCut:40@" + once,
            last + "@" + once,
            "pserver.duringExport:3@" + once);
    List<String> job =
        onCluster(
            "back",
            "-Dtrainer.checkpoint.interval=200ms",
            "-Dtrainer.model.args.rest=500",
            "-Dtrainer.model.args.until=" + once.resolve(last));
    job.addAll(new UnhurriedModel(home).options());

    DisturbedJob.End end = DisturbedJob.submit(client.dyingAt(points), home, job).await();

    assertThat(end.exitCode()).as(end::told).isZero();
    assertThat(once.toFile().list())
        .as(() -> "died at; " + end.told())
        .hasSize(points.split(",", -1).length);
    assertThat(end.modelId()).as(end::told).isEqualTo(undisturbed.modelId());
    assertThat(end.report().path("rollbacks").asInt()).as(end::told).isEqualTo(4);
    assertThat(end.report().path("checkpoints")).as(end::told).isNotEmpty();
    assertThat(end.report().path("metrics")).isEqualTo(undisturbed.report().path("metrics"));
    assertThat(end.report().path("containers"))
        .as(() -> "four were replaced; " + end.told())
        .hasSize(8);
  }

  @Test
  void mastersThatGetNowhereEndTheJob() throws Exception {
    DisturbedJob.End end =
        DisturbedJob.submit(client.dyingAt("master.beforeJobDefined"), home, onCluster("nowhere"))
            .await();

    assertThat(end.exitCode()).as(end::told).isEqualTo(1);
    assertThat(end.report().path("state").asText()).as(end::told).isEqualTo("FAILED");
    assertThat(end.report().path("failure").path("kind").asText()).isEqualTo("MASTER_CRASH_LOOP");
    assertThat(end.report().path("term").asLong())
        .as(
            () ->
                "one that got somewhere, three that did not, and the one that says so; "
                    + end.told())
        .isEqualTo(5);
  }
}
