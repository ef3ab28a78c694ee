package trainer.appmaster.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import trainer.appmaster.loop.LatestViews;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.master.job.api.JobView;
import trainer.master.report.ViewBuilder;
import trainer.master.session.api.SessionView;

/** The real server on the loopback address, as in local mode. */
class WebServerTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final LatestViews VIEWS = new LatestViews();
  private static WebServer server;

  @BeforeAll
  static void start() throws Exception {
    VIEWS.show(view());
    server = new WebServer(0, new Configuration(), false, user -> true, VIEWS, job -> "");
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @Test
  void thePageEscapesEveryTextAndLoadsNothing() throws Exception {
    HttpResponse<String> page = get("/");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'none'");
    assertThat(page.body())
        .contains("RUNNING")
        .contains("&lt;script&gt;")
        .doesNotContain("<script")
        .doesNotContain("src=");
  }

  @Test
  void statusIsTheReportsJson() throws Exception {
    HttpResponse<String> status = get("/ws/v1/trainer/status");

    assertThat(status.statusCode()).isEqualTo(200);
    assertThat(status.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/json");
    assertThat(status.body()).contains("\"state\" : \"RUNNING\"");
  }

  @Test
  void aSessionListsItsJobsAndTheirIdsChoose() throws Exception {
    JobView running = new ViewBuilder().number(2).state(JobState.RUNNING, null).build();
    String application = running.id().application();
    LatestViews views = new LatestViews();
    views.show(running);
    views.show(
        new SessionView(
            JobId.ofSession(application),
            "night",
            null,
            "",
            List.of(
                new SessionView.Job(
                    new JobId(application, 1), "score", "<b>", "/m", JobState.FAILED, "lost", 5, 9),
                new SessionView.Job(running.id(), "train", "clicks", "", null, "", 6, 0)),
            null));
    EndedReports ended = job -> "{\"jobId\" : \"" + job + "\"}";
    try (WebServer server =
        new WebServer(0, new Configuration(), false, user -> true, views, ended)) {
      String root = server.address("localhost");
      String query = "?job=" + running.id();

      assertThat(fetch(root + "/").body())
          .contains("href=\"" + query + "\"", "RUNNING", "FAILED", "lost", "&lt;b&gt;")
          .doesNotContain("<b>", "?job=" + application + ".1");
      assertThat(fetch(root + "/" + query).body())
          .contains("— RUNNING", "href=\"ws/v1/trainer/status" + query + "\"");
      assertThat(fetch(root + "/ws/v1/trainer/status" + query).body())
          .contains("\"state\" : \"RUNNING\"");
      assertThat(fetch(root + "/ws/v1/trainer/status?job=" + application + ".1").body())
          .isEqualTo("{\"jobId\" : \"" + application + ".1\"}");
      assertThat(fetch(root + "/ws/v1/trainer/status").body())
          .contains("\"sessionId\" : \"" + application + "\"");
      assertThat(fetch(root + "/?job=none").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void aSessionWithoutJobsHasAPage() throws Exception {
    LatestViews views = new LatestViews();
    views.show(
        new SessionView(JobId.ofSession("application_1_0001"), "night", null, "", List.of(), null));
    try (WebServer server =
        new WebServer(0, new Configuration(), false, user -> true, views, job -> "")) {
      assertThat(fetch(server.address("localhost") + "/").body())
          .contains("Session application_1_0001 — RUNNING");
    }
  }

  private static JobView view() {
    return new ViewBuilder()
        .name("<script>alert('x')</script>")
        .state(JobState.RUNNING, null)
        .build();
  }

  @Test
  void nothingElseOfHadoopsServerIsReachable() throws Exception {
    for (String path :
        new String[] {"/conf", "/jmx", "/stacks", "/logLevel", "/logs/", "/static/"}) {
      assertThat(get(path).statusCode()).as(path).isEqualTo(404);
    }
  }

  @Test
  void itCanOnlyBeRead() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(uri("/ws/v1/trainer/status"))
            .POST(BodyPublishers.ofString("{}"))
            .build();

    assertThat(CLIENT.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(405);
  }

  private static HttpResponse<String> get(String path) throws Exception {
    return fetch(uri(path).toString());
  }

  private static HttpResponse<String> fetch(String uri) throws Exception {
    return CLIENT.send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofString());
  }

  private static URI uri(String path) {
    return URI.create(server.address("localhost") + path);
  }
}
