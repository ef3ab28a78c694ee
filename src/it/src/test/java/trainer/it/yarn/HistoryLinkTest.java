package trainer.it.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.ClusterUser;
import trainer.it.cluster.TrainerClient;

/** {@code trainer.history.address}, by the link that the ResourceManager shows of an ended job. */
class HistoryLinkTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern PAGE = Pattern.compile("page: http://(localhost:[0-9]+)/");
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().followRedirects(Redirect.NORMAL).build();

  @TempDir private Path home;

  private static HttpResponse<String> get(URI uri) throws Exception {
    return CLIENT.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }

  private static String printed(Path out) throws Exception {
    Matcher page = PAGE.matcher(Files.readString(out));
    return page.find() ? page.group(1) : "";
  }

  @Test
  void leadsToThePageOfTheJobOrOfTheSession() throws Exception {
    try (ClusterUser user = new ClusterUser(home)) {
      TrainerClient.Result refused =
          user.run("submit --input " + user.uri("data") + " -Dtrainer.history.address=nowhere");
      assertThat(refused.exitCode()).as(refused::told).isEqualTo(49);
      assertThat(refused.err()).contains("trainer.history.address");

      FileSystem files = FileSystem.get(user.configuration());
      files.mkdirs(new org.apache.hadoop.fs.Path(files.getHomeDirectory(), ".trainer/jobs"));
      Path out = home.resolve("history");
      Process history = user.start("history --port 0", out);
      try {
        await("the history").atMost(PATIENCE).until(() -> !printed(out).isEmpty());
        String option = " -Dtrainer.history.address=" + printed(out);
        JsonNode report =
            user.json(
                "submit --workers 1 -Dtrainer.heartbeat.timeout=5m --epochs 1 --input "
                    + user.uri("data")
                    + " --output "
                    + user.uri("model")
                    + option);
        assertLeadsTo(user, printed(out), report.path("jobId").asText(), "EXITED");

        String session = user.json("session start" + option).path("sessionId").asText();
        user.run("session stop " + session).ok();
        assertLeadsTo(user, printed(out), session, "EXITED");
      } finally {
        history.destroy();
      }
    }
  }

  /** Follows the link of the application's page at the ResourceManager. */
  private static void assertLeadsTo(ClusterUser user, String history, String id, String state)
      throws Exception {
    String manager = user.configuration().get(YarnConfiguration.RM_WEBAPP_ADDRESS);
    String application = id.replaceFirst("\\.1$", "");
    URI link = URI.create("http://" + manager + "/proxy/" + application + "/");
    await("the end of " + application)
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(get(link).uri())
                    .isEqualTo(URI.create("http://" + history + "/?job=" + id)));
    assertThat(get(link).body()).contains("page/page.js");
    URI status = get(link).uri().resolve("/ws/v1/trainer/status?job=" + id);
    assertThat(new ObjectMapper().readTree(get(status).body()).path("state").asText())
        .isEqualTo(state);
  }
}
