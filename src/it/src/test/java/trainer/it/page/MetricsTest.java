package trainer.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.ClusterUser;

/** The metrics of a job on YARN, scraped through the ResourceManager's proxy. */
class MetricsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final int MOST_SERIES = 500;

  @TempDir private static Path home;
  private static ClusterUser user;
  private static URI page;

  @BeforeAll
  static void starts() throws Exception {
    user = new ClusterUser(home);
    String job =
        user.unhurried("clicks", "--workers 2 --validation 10% -Dtrainer.block.records=500");
    page = user.page(job);
    assertThat(page.getPath()).startsWith("/proxy/application_");
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> scraped().contains("trainer_loss{") && scraped().contains("\"validation\""));
  }

  @AfterAll
  static void stops() throws IOException {
    if (user != null) {
      user.close();
    }
  }

  private static String scraped() throws Exception {
    return CLIENT
        .send(HttpRequest.newBuilder(page.resolve("metrics")).build(), BodyHandlers.ofString())
        .body();
  }

  @Test
  void theProxyPassesAScrape() throws Exception {
    String text = scraped();

    assertThat(text)
        .containsPattern("trainer_versions_committed_total\\{job=\"application_\\S+\"} [1-9]")
        .containsPattern("trainer_members\\{job=\"\\S+\",role=\"worker\",state=\"live\"} 2")
        .containsPattern("trainer_loss\\{.*set=\"train\",metric=\"logLoss\"} 0\\.\\d+");
    long series = text.lines().filter(line -> !line.startsWith("#")).count();
    System.out.println(series + " series");
    assertThat(series).isBetween(30L, (long) MOST_SERIES);
  }

  @Test
  void eventsForTensorBoardCanBeReadWhileTheJobRuns() throws Exception {
    FileSystem files = FileSystem.get(user.configuration());
    String application = page.getPath().split("/", -1)[2];
    org.apache.hadoop.fs.Path folder =
        new org.apache.hadoop.fs.Path(
            files.getHomeDirectory(), ".trainer/jobs/" + application + "/jobs/1/tensorboard");
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              FileStatus[] found = files.listStatus(folder);
              assertThat(found).hasSize(1);
              assertThat(found[0].getPath().getName()).startsWith("events.out.tfevents.");
              try (InputStream in = files.open(found[0].getPath())) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1))
                    .contains("brain.Event:2", "train/logLoss", "validation/auc");
              }
            });
  }

  @Test
  void promtoolHasNothingToCriticise() throws Exception {
    Optional<Path> promtool = Tool.named("promtool");
    assumeTrue(promtool.isPresent(), "no promtool on the path");
    Process check =
        new ProcessBuilder(promtool.get().toString(), "check", "metrics")
            .redirectErrorStream(true)
            .start();
    try (OutputStream in = check.getOutputStream()) {
      in.write(scraped().getBytes(StandardCharsets.UTF_8));
    }
    String criticism = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(criticism).isEmpty();
    assertThat(check.waitFor()).isZero();
  }

  @Test
  void aPrometheusServerScrapesTheJobsThatTheListNames() throws Exception {
    Optional<Path> program = Tool.named("prometheus");
    assumeTrue(program.isPresent(), "no prometheus on the path");
    Path folder = Files.createDirectory(home.resolve("prometheus"));
    String targets = user.run("list --prometheus-sd").ok().out();
    try (Prometheus server = Prometheus.start(program.get(), folder, targets)) {
      await()
          .atMost(PATIENCE)
          .until(() -> server.query("rate(trainer_records_computed_total[20s]) > 0").size() == 1);

      assertThat(server.query("up{job=\"trainer\"}").at("/0/value/1").asText()).isEqualTo("1");
      assertThat(server.query("trainer_job_state").at("/0/metric/job").asText())
          .startsWith("application_");
      System.out.println(server.query("rate(trainer_records_computed_total[20s])"));
      System.out.println(server.query("scrape_duration_seconds"));
    }
  }
}
