package trainer.it.masters;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.TrainerClient;
import trainer.it.cluster.UnhurriedModel;

/** What becomes of a job whose masters die, on a cluster that starts others. */
class MasterDeathTest {
  private static final int EPOCHS = 10;

  /** More than anything takes that happens to a job which is told when to hurry. */
  private static final int LONG = 40;

  @TempDir private static Path home;
  private static TrainerClient client;
  private static TwoNodes cluster;
  private static DisturbedJob.End undisturbed;
  private static DisturbedJob.End undisturbedLong;

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
    undisturbed = runLocally("quiet", EPOCHS);
    undisturbedLong = runLocally("long", LONG);
  }

  private static DisturbedJob.End runLocally(String output, int epochs) throws Exception {
    DisturbedJob.End end =
        DisturbedJob.submit(client, home, job(output, epochs, "--master", "local")).await();
    assertThat(end.report().at("/metrics/validation/records").asLong())
        .as(end::told)
        .isEqualTo(10_000);
    return end;
  }

  private static List<String> job(String output, int epochs, String... more) {
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
                String.valueOf(epochs),
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

  private static List<String> onCluster(String output, int epochs, String... more) {
    List<String> arguments =
        job(
            output,
            epochs,
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
        DisturbedJob.submit(client.dyingAt(points), home, onCluster("disturbed", EPOCHS)).await();

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
                client.dyingAt("master.afterEnded"), home, job("told", EPOCHS, "--master", "local"))
            .await();

    assertThat(end.report()).as(end::told).isNotNull();
    assertThat(end.report().path("state").asText()).as(end::told).isEqualTo("EXITED");
    assertThat(end.report().path("metrics")).isEqualTo(undisturbed.report().path("metrics"));
    assertThat(end.modelId()).isEqualTo(undisturbed.modelId());
  }

  /**
   * Somebody dies at every step of a checkpoint: the first master before its first manifest is in
   * its place, the second one behind its first, and pservers while they copy, before they say what
   * they wrote, and while they load. It lasts until all of that has happened.
   */
  @Test
  void aLossAtAnyStepOfACheckpointTakesTheJobBackAtMostAndTheModelIsTheSame() throws Exception {
    Path once = Files.createDirectory(home.resolve("lost"));
    String points =
        String.join(
            ",",
            "pserver.afterNewLine@" + once,
            "master.beforeManifest@" + once,
            "master.afterManifest@" + once,
            "pserver.beforeCutWritten:3@" + once,
            "pserver.duringCut:56@" + once,
            "pserver.duringLoad@" + once,
            "pserver.duringExport:3@" + once);
    int deaths = points.split(",", -1).length;
    UnhurriedModel model = new UnhurriedModel(home);
    List<String> job =
        onCluster(
            "back", LONG, "-Dtrainer.checkpoint.interval=200ms", "-Dtrainer.checkpoint.keep=1000");
    job.addAll(model.options());
    job.addAll(model.resting(500));
    DisturbedJob running = DisturbedJob.submit(client.dyingAt(points), home, job);
    running.awaitThat(
        "all but the death in the export: " + points,
        () -> once.toFile().list().length >= deaths - 1);
    model.hurry();
    DisturbedJob.End end = running.await();

    assertThat(end.exitCode()).as(end::told).isZero();
    assertThat(once.toFile().list()).as(() -> "died at; " + end.told()).hasSize(deaths);
    assertThat(end.modelId()).as(end::told).isEqualTo(undisturbedLong.modelId());
    assertThat(end.report().path("metrics")).isEqualTo(undisturbedLong.report().path("metrics"));
    int replaced = end.report().path("containers").size() - 4;
    assertThat(replaced).as(() -> "replaced; " + end.told()).isGreaterThanOrEqualTo(5);
    assertThat(end.report().path("rollbacks").asInt())
        .as(() -> "at most one for each that is lost; " + end.told())
        .isBetween(1, replaced);
    List<String> kept = end.report().path("checkpoints").findValuesAsText("folder");
    assertThat(kept).as(end::told).isNotEmpty().noneMatch(folder -> folder.endsWith("-1"));
    assertThat(valid(kept.get(0)))
        .as("a whole one is adopted, unless its record was lost, and no half one counts")
        .containsExactlyElementsOf(kept);
  }

  /** The checkpoints beside one that {@code checkpoint ls} calls valid. */
  private static List<String> valid(String one) throws Exception {
    String folder = one.substring(0, one.lastIndexOf('/'));
    List<String> found = new ArrayList<>();
    client
        .run("checkpoint", "ls", "-conf", cluster.site().toString(), "--json", folder)
        .ok()
        .json()
        .path("checkpoints")
        .forEach(
            listed -> {
              if (listed.path("valid").asBoolean()) {
                found.add(listed.path("folder").asText());
              }
            });
    return found;
  }

  @Test
  void aQuotaThatIsExceededKeepsWhatWasKeptAndWarnsUntilItIsLifted() throws Exception {
    UnhurriedModel model = new UnhurriedModel(home);
    List<String> job = onCluster("quota", LONG, "-Dtrainer.checkpoint.interval=200ms");
    job.addAll(model.options());
    job.addAll(model.resting(500));
    DisturbedJob running = DisturbedJob.submit(client, home, job);
    running.awaitSaid(" RUNNING [");
    JsonNode before =
        running.awaitStatus("a checkpoint", report -> !report.path("checkpoints").isEmpty());
    String kept = before.at("/checkpoints/0/folder").asText();
    String folder = kept.substring(0, kept.lastIndexOf('/'));

    cluster.spaceQuota(folder, 1);
    running.awaitSaid("WARNING: no checkpoint: STORAGE_FAILED: ");
    JsonNode warned =
        running.awaitStatus(
            "a second failure", report -> trouble(report).path("times").asInt() > 1);
    assertThat(trouble(warned).path("message").asText()).contains("quota", folder);
    List<String> left = warned.path("checkpoints").findValuesAsText("folder");
    assertThat(valid(kept)).containsExactlyElementsOf(left);
    cluster.spaceQuota(folder, HdfsConstants.QUOTA_RESET);
    JsonNode after =
        running.awaitStatus("the end of it", report -> trouble(report).path("over").asBoolean());
    assertThat(newest(after)).isGreaterThan(newest(warned));
    model.hurry();
    DisturbedJob.End end = running.await();

    assertThat(end.exitCode()).as(end::told).isZero();
    assertThat(end.modelId()).as(end::told).isEqualTo(undisturbedLong.modelId());
    assertThat(newest(end.report()))
        .as("the last version is kept before it is exported")
        .isEqualTo(end.report().path("version").asLong());
  }

  private static JsonNode trouble(JsonNode report) {
    return report.path("checkpointTrouble");
  }

  private static long newest(JsonNode report) {
    JsonNode all = report.path("checkpoints");
    return all.path(all.size() - 1).path("version").asLong();
  }

  @Test
  void mastersThatGetNowhereEndTheJob() throws Exception {
    DisturbedJob.End end =
        DisturbedJob.submit(
                client.dyingAt("master.beforeJobDefined"), home, onCluster("nowhere", EPOCHS))
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
