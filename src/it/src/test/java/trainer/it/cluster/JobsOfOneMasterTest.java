package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.client.embedded.EmbeddedCluster;
import trainer.testkit.CompiledJar;

/** Two jobs of one master: neither ends the other, and each gives the model that it gives alone. */
class JobsOfOneMasterTest {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Path EXAMPLE =
      Path.of("../../docs/examples/cautious-logistic/src/com/example/CautiousLogistic.java");

  @TempDir private static Path home;
  private static EmbeddedCluster cluster;
  private static UnhurriedModel unhurried;
  private static String modelId;

  @BeforeAll
  static void trainsAlone() throws Exception {
    TrainerClient client = new TrainerClient(home);
    String data = home.resolve("data").toUri().toString();
    client.run("generate", "--kind", "clicks", "--records", "5000", "--output", data).ok();
    unhurried = new UnhurriedModel(home);
    TrainerClient.Result alone =
        client
            .run(
                Stream.concat(
                        Stream.of("submit", "--json", "--master", "local"),
                        settings("alone").entrySet().stream()
                            .map(one -> "-D" + one.getKey() + "=" + one.getValue()))
                    .toArray(String[]::new))
            .ok();
    modelId = alone.json().path("modelId").asText();
    cluster = EmbeddedCluster.start(new Configuration(), EmbeddedCluster.NODES);
  }

  @AfterAll
  static void stopsTheCluster() {
    cluster.close();
  }

  /** The settings of a job of the unhurried model. */
  private static Map<String, String> settings(String output, String... options) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("trainer.input", home.resolve("data").toUri().toString());
    settings.put("trainer.output", home.resolve(output).toUri().toString());
    settings.put("trainer.jars", unhurried.options().get(1));
    settings.put("trainer.model", unhurried.options().get(3));
    settings.put("trainer.epochs", "3");
    settings.put("trainer.block.records", "250");
    settings.put("trainer.minibatch.blocks", "4");
    settings.put("trainer.master.attempts", "10");
    settings.put("trainer.master.patience", "10m");
    TrainerClient.UNHURRIED.forEach(option -> set(settings, option));
    List.of(options).forEach(option -> set(settings, option));
    return settings;
  }

  private static void set(Map<String, String> settings, String option) {
    int equals = option.indexOf('=');
    settings.put(option.substring("-D".length(), equals), option.substring(equals + 1));
  }

  private static Map<String, String> resting(String output) throws Exception {
    return settings(output, unhurried.resting(300).toArray(String[]::new));
  }

  @Test
  void oneFailsByItsCodeAndTheOtherEndsWithItsModel() throws Exception {
    Map<String, String> failing = settings("failing", "-Dtrainer.model.args.trouble=train");
    failing.put("trainer.jars", troubled().toString());
    failing.put("trainer.model", "com.example.Troubled");
    try (ApplicationOfJobs application = submit(failing, resting("other"))) {
      awaitStatus(application, 1, report -> report.path("state").asText().equals("FAILED"));
      awaitStatus(application, 2, report -> report.path("version").asLong() > 0);
      await("the failed job's claim to its output is released")
          .atMost(PATIENCE)
          .until(() -> !Files.exists(home.resolve("._trainer-output-failing")));
      unhurried.hurry();
      awaitEnd(application);

      assertThat(application.report(1).path("state").asText()).isEqualTo("FAILED");
      assertThat(application.report(1).at("/failure/kind").asText()).isEqualTo("MODEL_CODE_FAILED");
      assertExited(application, 2);
      assertThat(application.report(2).path("containers"))
          .as("no process of the other job is lost with the failed one's")
          .hasSize(2);
      assertThat(application.application().getFinalApplicationStatus())
          .isEqualTo(FinalApplicationStatus.FAILED);
      assertThat(application.application().getDiagnostics())
          .startsWith("MODEL_CODE_FAILED: ")
          .contains("/jobs/1/report.json");
    }
  }

  @Test
  void aKilledMastersJobsAreBothTakenUpByTheNext() throws Exception {
    try (ApplicationOfJobs application = submit(resting("first"), resting("second"))) {
      for (int number : List.of(1, 2)) {
        awaitStatus(application, number, report -> report.path("version").asLong() > 0);
      }
      application.master().orElseThrow().destroyForcibly();
      for (int number : List.of(1, 2)) {
        awaitStatus(application, number, report -> report.path("term").asLong() == 2);
      }
      unhurried.hurry();
      awaitEnd(application);

      for (int number : List.of(1, 2)) {
        assertExited(application, number);
        assertThat(application.report(number).path("containers"))
            .as("the processes of job %d outlive their master", number)
            .hasSize(2);
      }
      assertThat(application.application().getFinalApplicationStatus())
          .isEqualTo(FinalApplicationStatus.SUCCEEDED);
    }
  }

  private static Path troubled() throws Exception {
    try (InputStream source = JobsOfOneMasterTest.class.getResourceAsStream("Troubled.txt")) {
      return CompiledJar.of(
          home.resolve("troubled.jar"),
          Map.of(
              "com.example.CautiousLogistic",
              Files.readString(EXAMPLE),
              "com.example.Troubled",
              new String(source.readAllBytes(), StandardCharsets.UTF_8)));
    }
  }

  private static ApplicationOfJobs submit(Map<String, String> first, Map<String, String> second)
      throws Exception {
    return ApplicationOfJobs.submit(
        cluster.configuration(), TrainerClient.CACHE, List.of(first, second));
  }

  private static void awaitStatus(
      ApplicationOfJobs application, int number, Predicate<JsonNode> condition) {
    await("job " + number)
        .atMost(PATIENCE)
        .until(() -> application.status(number).filter(condition).isPresent());
  }

  private static void awaitEnd(ApplicationOfJobs application) {
    await("the end of the application")
        .atMost(PATIENCE)
        .until(
            () ->
                application.application().getYarnApplicationState()
                    == YarnApplicationState.FINISHED);
  }

  private static void assertExited(ApplicationOfJobs application, int number) throws Exception {
    JsonNode report = application.report(number);
    assertThat(report.path("state").asText()).as(report::toPrettyString).isEqualTo("EXITED");
    assertThat(report.path("modelId").asText()).isEqualTo(modelId);
  }
}
