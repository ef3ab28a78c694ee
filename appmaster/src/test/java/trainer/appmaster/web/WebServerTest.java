package trainer.appmaster.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import trainer.appmaster.loop.LatestViews;
import trainer.core.job.JobState;
import trainer.master.job.api.JobView;
import trainer.master.report.ViewBuilder;

/** The real server on the loopback address, as in local mode. */
class WebServerTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final LatestViews VIEWS = new LatestViews();
  private static WebServer server;

  @BeforeAll
  static void start() throws Exception {
    VIEWS.show(view());
    server = new WebServer(0, new Configuration(), false, user -> true, VIEWS);
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
  void whereThereAreSeveralJobsTheirIdsChoose() throws Exception {
    JobView second = new ViewBuilder().number(2).state(JobState.FAILED, null).build();
    LatestViews both = new LatestViews();
    both.show(view());
    both.show(second);
    try (WebServer several = new WebServer(0, new Configuration(), false, user -> true, both)) {
      String root = several.address("localhost");
      String query = "?job=" + second.id();

      assertThat(fetch(root + "/").body()).contains("href=\"" + query + "\"", "RUNNING", "FAILED");
      assertThat(fetch(root + "/" + query).body())
          .contains("— FAILED", "href=\"ws/v1/trainer/status" + query + "\"");
      assertThat(fetch(root + "/ws/v1/trainer/status" + query).body())
          .contains("\"state\" : \"FAILED\"");
      assertThat(fetch(root + "/ws/v1/trainer/status").statusCode()).isEqualTo(404);
      assertThat(fetch(root + "/?job=none").statusCode()).isEqualTo(404);
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
