package trainer.it.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.ClusterUser;
import trainer.it.cluster.TrainerClient;

/** {@code yarn app -appTypes trainer}, as Hadoop's own class runs it. */
class YarnAppTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir private Path home;

  private static void awaitStatus(ClusterUser user, String job, Predicate<JsonNode> condition) {
    await(job).atMost(PATIENCE).until(() -> condition.test(user.json("status --members " + job)));
  }

  private static void assertRefused(TrainerClient.Result result, int exitCode, String... words) {
    assertThat(result.exitCode()).as(result::told).isEqualTo(exitCode);
    assertThat(result.err()).contains(words).doesNotContain("\tat ");
  }

  @Test
  void showsScalesAndStopsARunningJob() throws Exception {
    try (ClusterUser user = new ClusterUser(home)) {
      String job = user.unhurried("clicks", "--workers 1 --pservers 1");
      String application = job.replaceFirst("\\.1$", "");
      awaitStatus(user, job, status -> status.path("state").asText().equals("RUNNING"));

      assertThat(user.yarnApp("-appTypes trainer -status " + job).ok().out())
          .contains(job + " RUNNING", "worker-0 live", "pserver-0 live");
      assertThat(user.yarnApp("-appTypes trainer -status clicks").ok().out())
          .contains(job + " RUNNING");

      assertThat(user.yarnApp("-flex " + application + " -component worker 2").ok().out())
          .contains("wants 2 workers");
      awaitStatus(
          user, job, status -> status.toString().matches(".*\"role\":\"worker\",\"index\":1,.*"));
      assertThat(user.yarnApp("-appTypes trainer -status " + job).ok().out())
          .contains("worker-1 live");
      refusals(user, job);
      assertThatPrometheusFinds(user, job);
      logsNameThoseThatExist(user, job);

      assertThat(user.yarnApp("-stop " + application).ok().out()).contains("ends after");
      awaitStatus(user, job, status -> status.path("state").asText().equals("EXITED"));
      user.run("model verify " + user.uri("clicks")).ok();
      assertThat(user.yarnApp("-stop " + application).ok().out()).contains("has ended: EXITED");
      assertThatNoOtherJobIsStoppedByItsName(user, application);
    }
  }

  /** A name without logs ends the command, also one that follows. */
  private static void logsNameThoseThatExist(ClusterUser user, String job) throws Exception {
    String logs = "logs " + job + " ";
    assertThat(user.run(logs + "--container worker --grep ContainerProcess").ok().out())
        .contains("worker-0/", "worker-1/")
        .doesNotContain("master-0/");
    assertRefused(user.run(logs + "--container worker-O"), 44, "did you mean worker-0?");
    assertRefused(
        user.run(logs + "--container container_1_1_01_000077 --follow"), 44, "those of container_");
    assertRefused(user.run(logs + "--grep *a"), 2, "'*a' is no regular expression");
    assertThat(user.run(logs + "--grep elephant").ok().err()).contains("no line of these logs");
  }

  /** The proxy passes the job's page on, so its metrics are reached in the same way. */
  private static void assertThatPrometheusFinds(ClusterUser user, String job) throws Exception {
    TrainerClient.Result result = user.run("list --prometheus-sd").ok();
    JsonNode targets = result.json();
    assertThat(targets).as(result::told).hasSize(1);
    JsonNode labels = targets.path(0).path("labels");
    assertThat(labels.path("job_id").asText()).isEqualTo(job);
    assertThat(labels.path("name").asText()).isEqualTo("clicks");
    assertThat(labels.path("__metrics_path__").asText()).endsWith("/metrics");
    String page =
        labels.path("__scheme__").asText()
            + "://"
            + targets.at("/0/targets/0").asText()
            + labels
                .path("__metrics_path__")
                .asText()
                .replaceFirst("metrics$", "ws/v1/trainer/status");
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(page)).build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(page + response.body()).isEqualTo(200);
  }

  private static void refusals(ClusterUser user, String job) throws Exception {
    String app = "-appTypes trainer ";
    assertRefused(
        user.yarnApp(app + "-flex " + job + " -component wrker 2"), 2, "no component 'wrker'");
    assertRefused(user.yarnApp(app + "-flex " + job + " -component worker x"), 2, "'x' is no");
    assertRefused(user.yarnApp(app + "-flex " + job + " -component worker 0"), 1, "worker");
    assertRefused(user.yarnApp(app + "-stop nosuch"), 44, "APPLICATION_NOT_FOUND", "'nosuch'");
    assertRefused(user.yarnApp(app + "-launch a.json b"), 2, "trainer submit");
    assertRefused(user.yarnApp(app + "-destroy " + job), 2, "trainer kill ID");
  }

  /** YARN passes on the name alone, which a job that runs has by now. */
  private static void assertThatNoOtherJobIsStoppedByItsName(ClusterUser user, String ended)
      throws Exception {
    String second = user.unhurried("clicks", "--workers 1 --overwrite");
    assertRefused(
        user.yarnApp("-stop " + ended), 2, "2 jobs have the name 'clicks'", "such as " + second);
    assertThat(user.json("status " + second).path("state").asText()).isNotEqualTo("EXITED");
  }
}
