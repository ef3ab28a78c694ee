package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.testkit.CompiledJar;

/**
 * A model in a jar of its own, the one of {@code docs/examples}: two passes with server functions
 * between, and whatever trouble its author can make.
 */
class UserModelTest {
  private static final Path EXAMPLE =
      Path.of("../../docs/examples/cautious-logistic/src/com/example/CautiousLogistic.java");

  @TempDir private static Path home;
  private static TrainerClient client;
  private static Path jar;
  private static JsonNode undisturbed;

  @BeforeAll
  static void buildsTheModel() throws Exception {
    client = new TrainerClient(home);
    String data = home.resolve("data").toUri().toString();
    client
        .run("generate", "--kind", "clicks", "--records", "8000", "--files", "2", "--output", data)
        .ok();
    jar =
        CompiledJar.of(
            home.resolve("model.jar"),
            Map.of(
                "com.example.CautiousLogistic",
                Files.readString(EXAMPLE),
                "com.example.Troubled",
                troubled()));
  }

  /** The example, in whose place this goes wrong where {@code trainer.model.args.trouble} says. */
  private static String troubled() throws IOException {
    try (InputStream source = UserModelTest.class.getResourceAsStream("Troubled.txt")) {
      return new String(source.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static TrainerClient.Result submit(String output, String... more) throws Exception {
    return submit(client, output, more);
  }

  private static TrainerClient.Result submit(TrainerClient by, String output, String... more)
      throws Exception {
    List<String> args =
        new ArrayList<>(
            List.of(
                "submit",
                "--json",
                "--jars",
                jar.toString(),
                "--model",
                "com.example.Troubled",
                "--input",
                home.resolve("data").toUri().toString(),
                "--output",
                home.resolve(output).toUri().toString()));
    args.addAll(TrainerClient.UNHURRIED);
    args.addAll(List.of(more));
    return by.run(args.toArray(new String[0]));
  }

  /** How one worker ends that nothing happens to. */
  private static JsonNode undisturbed() throws Exception {
    if (undisturbed == null) {
      undisturbed = submit("alone", "--master", "local").ok().json();
    }
    return undisturbed;
  }

  @Test
  void givesOneModelWithAnyNumberOfWorkersAndWithoutOneThatDied() throws Exception {
    JsonNode alone = undisturbed();
    assertThat(alone.path("modelId").asText()).matches("[0-9a-f]{64}");
    assertThat(alone.path("version").asLong() % 2).as("two passes and an update").isEqualTo(1);

    assertThat(alone.at("/aggregates/commonness/features").asLong()).isPositive();
    assertThat(alone.at("/aggregates/commonness/commonest")).hasSize(10);
    assertThat(shown("alone")).isEqualTo(tables(alone));

    Path died = home.resolve("died");
    Path folded = Files.createDirectory(home.resolve("folded"));
    TrainerClient.Result disturbed =
        submit(
                client.dyingAt("pserver.afterFold@" + folded),
                "survived",
                "--master",
                "local",
                "--workers",
                "2",
                "--pservers",
                "3",
                "-files",
                shipped(),
                "-archives",
                archived(),
                "-Dtrainer.speculation=false", // or nobody may wait for the one that died
                "-Dtrainer.model.args.reads=words.txt dictionary/a/inner.txt",
                "-Dtrainer.model.args.trouble=dies once " + died)
            .ok();
    JsonNode survived = disturbed.json();
    assertThat(died).exists();
    assertThat(folded).as(disturbed::told).isNotEmptyDirectory();
    assertThat(survived.path("rollbacks").asLong()).as(disturbed::told).isEqualTo(1);
    assertThat(survived.path("survived")).as(disturbed::told).hasSize(2);
    assertThat(survived.path("modelId")).isEqualTo(alone.path("modelId"));
    assertThat(survived.path("aggregates")).isEqualTo(alone.path("aggregates"));
    assertThat(survived.path("tables")).isEqualTo(alone.path("tables"));

    JsonNode cluster =
        submit(
                "cluster",
                "--master",
                "embedded",
                "--workers",
                "4",
                "-files",
                shipped(),
                "-archives",
                archived(),
                "-Dtrainer.model.args.reads=words.txt dictionary/a/inner.txt")
            .ok()
            .json();
    assertThat(cluster.path("modelId")).isEqualTo(alone.path("modelId"));
    assertThat(cluster.path("aggregates")).isEqualTo(alone.path("aggregates"));
    assertThat(cluster.path("tables")).isEqualTo(alone.path("tables"));
  }

  /** What the report says of the tables, without their largest weights. */
  private static List<String> tables(JsonNode report) {
    return numbers(report.path("tables"));
  }

  /** What {@code model show} says of them: it folds the rows of the stored model. */
  private static List<String> shown(String output) throws Exception {
    String model = home.resolve(output).toUri().toString();
    return numbers(client.run("model", "show", model, "--json").ok().json().path("tables"));
  }

  private static List<String> numbers(JsonNode tables) {
    List<String> numbers = new ArrayList<>();
    for (JsonNode table : tables) {
      for (String name : List.of("name", "rows", "nonZeros", "l1", "l2", "min", "max", "mean")) {
        numbers.add(name + " " + table.path(name));
      }
    }
    return numbers;
  }

  private static String shipped() throws IOException {
    return Files.writeString(home.resolve("words.txt"), "here").toString();
  }

  private static String archived() throws IOException {
    Path archive = home.resolve("some.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      zip.putNextEntry(new ZipEntry("a/inner.txt"));
      zip.write("here".getBytes(StandardCharsets.UTF_8));
      zip.closeEntry();
    }
    return archive + "#dictionary";
  }

  @Test
  void whatItThrowsIsWhatTheJobFailsWith() throws Exception {
    TrainerClient.Result failed =
        submit("t", "--master", "local", "-Dtrainer.model.args.trouble=train");
    assertThat(failed.exitCode()).as(failed::told).isEqualTo(1);
    assertThat(failed.err())
        .contains("ERROR MODEL_CODE_FAILED: the model's code threw java.lang.Illegal")
        .contains("trouble in train at com.example.Troubled.trouble(Troubled.java:")
        .contains("/data/part-")
        .contains("block ");
    assertThat(failed.json().at("/failure/kind").asText()).isEqualTo("MODEL_CODE_FAILED");
  }

  @Test
  void aBlockItAlwaysThrowsOnFailsAJobOfTasksOrIsDiscardedAndNamed() throws Exception {
    TrainerClient.Result failed = hatesOneBlock("strict", 0);
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.err())
        .contains("ERROR MODEL_CODE_FAILED")
        .contains("trouble in one block")
        .contains("/data/part-");

    JsonNode report = hatesOneBlock("lenient", 1).ok().json();
    assertThat(report.path("modelId").asText()).matches("[0-9a-f]{64}");
    assertThat(report.at("/tasks/discards")).hasSize(1);
    assertThat(report.at("/tasks/discards/0/kind").asText()).isEqualTo("MODEL_CODE_FAILED");
    assertThat(report.at("/tasks/discards/0/evidence").asText())
        .contains("block ")
        .contains("/data/part-");

    String id = report.path("jobId").asText();
    JsonNode status = client.run("status", id, "--json").ok().json();
    assertThat(status.at("/tasks/discards")).isEqualTo(report.at("/tasks/discards"));
    assertThat(
            client.run("logs", id, "--container", "master-0", "--grep", "is discarded").ok().out())
        .contains("/data/part-")
        .contains("trouble in one block");
  }

  private static TrainerClient.Result hatesOneBlock(String output, int discarded) throws Exception {
    return submit(
        output,
        "--master",
        "local",
        "-Dtrainer.sync=async",
        "-Dtrainer.task.blocks=1",
        "-Dtrainer.task.max-discarded=" + discarded,
        "-Dtrainer.model.args.trouble=hates one block " + home.resolve(output + "-hated"));
  }

  @Test
  void aWorkerThatItHangsOnIsReplacedAndTheModelIsTheSame() throws Exception {
    Path hung = home.resolve("hung");
    JsonNode survived =
        submit(
                "replaced",
                "--master",
                "local",
                "--workers",
                "2",
                "-Dtrainer.task.timeout-least=2s",
                "-Dtrainer.task.max-timeouts=1000",
                "-Dtrainer.speculation=false", // or nobody may wait for the one that hangs
                "-Dtrainer.model.args.trouble=hangs once " + hung)
            .ok()
            .json();

    assertThat(hung).exists();
    assertThat(survived.path("survived").toString()).contains("it takes too long: it is at block ");
    assertThat(survived.path("modelId")).isEqualTo(undisturbed().path("modelId"));
  }

  @Test
  void aBlockThatItHangsInFailsTheJobAndIsNamed() throws Exception {
    TrainerClient.Result failed =
        submit(
            "stuck",
            "--master",
            "local",
            "-Dtrainer.task.timeout-least=2s",
            "-Dtrainer.task.max-timeouts=1",
            "-Dtrainer.model.args.trouble=hangs in one block " + home.resolve("stuck-in"));

    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.err())
        .contains("ERROR TASK_TIMED_OUT: ")
        .contains("this block took too long 2 times")
        .contains("block ")
        .contains("/data/part-")
        .contains("trainer.task.timeout-least");
  }

  @Test
  void aModelThatCannotBeMadeOnAWorkerIsTheReasonGiven() throws Exception {
    TrainerClient.Result failed =
        submit("w", "--master", "local", "-Dtrainer.model.args.trouble=worker");
    assertThat(failed.exitCode()).as(failed::told).isEqualTo(1);
    assertThat(failed.err())
        .contains("ERROR MODEL_CODE_FAILED: the constructor of model com.example.Troubled threw")
        .contains("trouble in worker at com.example.Troubled.trouble(Troubled.java:")
        .contains("worker 0");
  }
}
