package trainer.appmaster.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import trainer.appmaster.loop.LatestViews;
import trainer.core.job.JobFolder;
import trainer.master.report.ViewBuilder;

/** On a cluster the page answers YARN's proxy only. */
class ProxyFilterTest {
  private static final String[] PATHS = {"/", "/ws/v1/trainer/status"};
  private static final String VIEWER = "alice";

  @Test
  void theProxyIsLetThrough() throws Exception {
    try (WebServer server = server("127.0.0.1:8088")) {
      for (String path : PATHS) {
        assertThat(get(server, path).statusCode()).as(path).isEqualTo(200);
      }
    }
  }

  @Test
  void onlyThoseWhoMayViewTheApplicationAreShownIt() throws Exception {
    try (WebServer server = server("127.0.0.1:8088")) {
      for (String path : PATHS) {
        for (String user : new String[] {"bob", null}) {
          HttpResponse<String> answer = get(server, path, user);

          assertThat(answer.statusCode()).as(path + " by " + user).isEqualTo(403);
          assertThat(answer.body()).doesNotContain("\"state\"").doesNotContain("<h1>job");
        }
      }
    }
  }

  /** Elsewhere it is a redirect to the proxy, whose address is in a master's environment only. */
  @Test
  void nobodyElseIsLetThrough() throws Exception {
    try (WebServer server = server("192.0.2.1:8088")) {
      for (String path : PATHS) {
        HttpResponse<String> answer = get(server, path);

        assertThat(answer.statusCode()).as(path).isNotEqualTo(200);
        assertThat(answer.body()).doesNotContain("\"state\"").doesNotContain("<h1>job");
      }
    }
  }

  private static WebServer server(String proxy) throws Exception {
    Configuration conf = new Configuration();
    conf.set("yarn.resourcemanager.webapp.address", proxy);
    LatestViews views = new LatestViews();
    views.show(new ViewBuilder().build());
    return new WebServer(
        0,
        conf,
        true,
        VIEWER::equals,
        views,
        new JobFolder("file:///none"),
        (job, process) -> Optional.empty());
  }

  private static HttpResponse<String> get(WebServer server, String path) throws Exception {
    return get(server, path, VIEWER);
  }

  private static HttpResponse<String> get(WebServer server, String path, String user)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.address("127.0.0.1") + path));
    if (user != null) {
      request.header("Cookie", "proxy-user=" + user);
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }
}
