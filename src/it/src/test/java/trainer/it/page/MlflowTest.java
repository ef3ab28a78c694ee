package trainer.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.TrainerClient;
import trainer.it.cluster.UnhurriedModel;

/** Jobs that report to MLflow. */
class MlflowTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir private Path home;
  private TrainerClient client;
  private UnhurriedModel model;

  @BeforeEach
  void makesData() throws Exception {
    client = new TrainerClient(home);
    model = new UnhurriedModel(home);
    client.run("generate", "--kind", "clicks", "--records", "2000", "--output", uri("data")).ok();
  }

  private String uri(String name) {
    return home.resolve(name).toUri().toString();
  }

  private List<String> submit(String master, String server) {
    List<String> words = new ArrayList<>(List.of("submit", "--json", "--master", master));
    words.addAll(TrainerClient.UNHURRIED);
    words.addAll(List.of("--input", uri("data"), "--output", uri("model"), "--epochs", "20"));
    words.addAll(List.of("--validation", "10%", "-Dtrainer.block.records=100"));
    words.add("-Dtrainer.mlflow.uri=" + server);
    return words;
  }

  @Test
  void twoMastersOfAJobReportOneRun() throws Exception {
    try (RecordingTracking mlflow = new RecordingTracking()) {
      List<String> words = submit("embedded", mlflow.uri());
      words.addAll(model.options());
      words.addAll(model.resting(100));
      Path out = home.resolve("out");
      Path err = home.resolve("err");
      Process submit = client.start(out, err, words.toArray(String[]::new));
      await("the curve").atMost(PATIENCE).until(() -> hasCurve(mlflow));
      String job = mlflow.bodies("runs/create").get(0).at("/tags/0/value").asText();
      try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
        all.filter(process -> isMaster(process, job)).forEach(ProcessHandle::destroyForcibly);
      }
      await("the next master").atMost(PATIENCE).until(() -> searches(mlflow) == 2);
      model.hurry();
      assertThat(submit.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      TrainerClient.Result result = client.result(submit.exitValue(), out, err);
      String modelId = result.ok().json().path("modelId").asText();

      assertThat(mlflow.bodies("runs/create")).hasSize(1);
      List<JsonNode> ends = mlflow.bodies("runs/update");
      assertThat(ends).hasSize(1);
      assertThat(ends.get(0).path("run_id").asText()).isEqualTo("run1");
      assertThat(ends.get(0).path("status").asText()).isEqualTo("FINISHED");
      assertThat(mlflow.bodies("runs/log-batch").toString())
          .contains("{\"key\":\"trainer.model.id\",\"value\":\"" + modelId + "\"}");
    }
  }

  private static boolean hasCurve(RecordingTracking mlflow) {
    return mlflow.bodies("runs/log-batch").toString().contains("validation/logLoss");
  }

  private static int searches(RecordingTracking mlflow) {
    return mlflow.bodies("runs/search").size();
  }

  private static boolean isMaster(ProcessHandle process, String job) {
    String line = process.info().commandLine().orElse("");
    return process.info().command().orElse("").endsWith("/java")
        && line.contains("-Dtrainer.job=" + job + " -Dtrainer.role=master");
  }

  @Test
  void aServerThatIsGoneCostsAWarning() throws Exception {
    RecordingTracking gone = new RecordingTracking();
    gone.close();

    String[] words = submit("local", gone.uri()).toArray(String[]::new);
    JsonNode report = client.run(words).ok().json();

    assertThat(report.path("state").asText()).isEqualTo("EXITED");
    assertThat(warnings(report.path("jobId").asText())).hasSize(1);
  }

  /** The lines of the master's log that warn of MLflow. */
  private List<String> warnings(String job) throws IOException, InterruptedException {
    return client
        .run("logs", job, "--container", "master-0", "--grep", " WARN .*MLflow")
        .ok()
        .out()
        .lines()
        .filter(line -> line.contains(" WARN "))
        .toList();
  }
}
