package trainer.appmaster.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.appmaster.loop.LatestViews;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.core.job.JobState;
import trainer.master.job.api.JobView;
import trainer.master.report.ReportJson;
import trainer.master.report.ViewBuilder;
import trainer.master.session.api.SessionView;

/** The real server on the loopback address, as in local mode. */
class WebServerTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final LatestViews VIEWS = new LatestViews();
  private static final List<String> SERVICES =
      List.of(
          WebServer.STATUS_PATH,
          WebServer.CHANGES_PATH,
          WebServer.MEMBERS_PATH,
          WebServer.LOGS_PATH,
          WebServer.METRICS_PATH);
  private static WebServer server;

  @BeforeAll
  static void start() throws Exception {
    VIEWS.show(view());
    server =
        new WebServer(
            0,
            new Configuration(),
            false,
            user -> true,
            VIEWS,
            new JobFolder("file:///none"),
            (job, process) -> Optional.empty());
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @Test
  void thePageIsStaticAndLoadsNothingForeign() throws Exception {
    HttpResponse<String> page = get("/");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'none'")
        .doesNotContain("unsafe");
    assertThat(page.body()).contains("src=\"page/page.js\"").doesNotContain("//");
    for (String file : new String[] {"page.js", "page.css"}) {
      assertThat(get("/page/" + file).statusCode()).as(file).isEqualTo(200);
    }
    assertThat(get("/page/index.html").statusCode()).isEqualTo(404);
  }

  @Test
  void changesAreThoseAfterAMark() throws Exception {
    JsonNode all = json("/ws/v1/trainer/changes");
    assertThat(all.path("whole").asBoolean()).isTrue();
    assertThat(all.path("identity").path("name").asText()).isEqualTo("<script>alert('x')</script>");

    JsonNode none = json("/ws/v1/trainer/changes?since=" + all.path("mark").asText());
    assertThat(none.path("whole").asBoolean()).isFalse();
    assertThat(none.has("identity")).isFalse();
    assertThat(json("/ws/v1/trainer/changes?since=1.5").path("whole").asBoolean()).isTrue();
  }

  @Test
  void aQueryForMembersThatMakesNoSenseIsRefused() throws Exception {
    assertThat(json("/ws/v1/trainer/members").path("total").asInt()).isZero();
    for (String query : new String[] {"sort=x", "from=-1", "count=1000000000", "count=x"}) {
      assertRefused(get("/ws/v1/trainer/members?" + query), 400, query.replaceAll("=.*", ""));
    }
  }

  /** A refusal is plain text with the reason, and no error page of the server. */
  private static void assertRefused(HttpResponse<String> answer, int status, String why) {
    String request = answer.uri().toString();
    assertThat(answer.statusCode()).as(request).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .as(request)
        .isEqualToIgnoringWhitespace("text/plain; charset=utf-8");
    assertThat(answer.body()).as(request).contains(why).doesNotContain("<");
  }

  @Test
  void logsAreThoseOfTheNamedProcess(@TempDir Path folder) throws Exception {
    try (WebServer server = busy(folder, (job, process) -> Optional.empty())) {
      String uri = server.address("localhost") + WebServer.LOGS_PATH + "?process=worker+0";

      assertThat(new ObjectMapper().readTree(fetch(uri + "&text=warn").body()).path("lines"))
          .extracting(JsonNode::asText)
          .containsExactly("WARN: slow");
      assertRefused(fetch(uri + "&count=x"), 400, "count is a number from 0 to 2000");
      assertRefused(fetch(uri + "&count=2001"), 400, "count is a number from 0 to 2000");
      assertRefused(fetch(uri + "&file=../log"), 404, "no log ../log among [log, stdout]");
      assertRefused(
          fetch(uri.replace("worker+0", "worker+1")), 404, "no logs of process 'worker 1'");
      assertThat(fetch(uri.replace("worker+0", "standby")).body()).contains("Ready to lead");
      assertRefused(fetch(uri + "&job=none"), 404, "no such job runs here");
    }
  }

  @Test
  void logsOfAPoolWorkerAreThoseOfItsContainer(@TempDir Path folder) throws Exception {
    ServedJobs pool = ServedJobs.pool(folder);
    try (WebServer server =
        new WebServer(
            0,
            new Configuration(),
            false,
            user -> true,
            pool.views(),
            pool.folder(),
            (job, process) -> Optional.empty())) {
      String query = "?process=worker+0&job=" + pool.views().all().get(0).id();
      assertThat(fetch(server.address("localhost") + WebServer.LOGS_PATH + query).body())
          .contains("WARN: slow");
    }
  }

  @Test
  void threadsAreThoseOfTheNamedProcess(@TempDir Path folder) throws Exception {
    MemberThreads members =
        (job, process) ->
            Optional.of(
                process.number() == 1
                    ? CompletableFuture.completedFuture("of worker 0")
                    : CompletableFuture.failedFuture(new TimeoutException()));
    try (WebServer server = busy(folder, members)) {
      String uri = server.address("localhost") + WebServer.THREADS_PATH;

      assertThat(fetch(uri).body()).contains(ThreadsServlet.class.getName() + ".doGet(");
      assertThat(fetch(uri + "?process=worker+0").body()).isEqualTo("of worker 0");
      assertRefused(fetch(uri + "?process=pserver+0"), 504, "pserver 0 does not answer");
      assertRefused(fetch(uri + "?process=worker+1"), 404, "worker 1 is not connected");
      assertRefused(fetch(uri + "?job=none"), 404, "no such job runs here");
      assertRefused(fetch(uri + "?job=none&process=worker+0"), 404, "no such job runs here");
    }
  }

  /** A server of a job with a worker, whose logs are there, and a pserver. */
  private static WebServer busy(Path folder, MemberThreads threads) throws Exception {
    ServedJobs job = ServedJobs.all(folder).get(0);
    return new WebServer(
        0, new Configuration(), false, user -> true, job.views(), job.folder(), threads);
  }

  @Test
  void metricsAreInTheFormatThatIsAskedFor() throws Exception {
    HttpResponse<String> plain = get("/metrics");
    HttpResponse<String> open =
        CLIENT.send(
            HttpRequest.newBuilder(uri("/metrics"))
                .header("Accept", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5")
                .build(),
            BodyHandlers.ofString());

    assertThat(plain.headers().firstValue("Content-Type").orElse(""))
        .startsWith("text/plain; version=0.0.4");
    assertThat(plain.body())
        .contains("name=\"<script>alert('x')</script>\"")
        .doesNotContain("# EOF");
    assertThat(open.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/openmetrics-text; version=1.0.0");
    assertThat(open.body()).endsWith("# EOF\n");
    assertThat(get("/metrics?job=" + view().id()).body()).isEqualTo(plain.body());
  }

  @Test
  void longAnswersAreCompressedForThoseThatTakeThat() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(uri("/page/page.js")).header("Accept-Encoding", "gzip").build();
    HttpResponse<byte[]> answer = CLIENT.send(request, BodyHandlers.ofByteArray());

    assertThat(answer.headers().firstValue("Content-Encoding")).contains("gzip");
    assertThat(answer.body().length).isLessThan(get("/page/page.js").body().length() / 2);
  }

  private static JsonNode json(String path) throws Exception {
    return new ObjectMapper().readTree(get(path).body());
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
  void statusHasProcessesForThoseWhoAskForThem() throws Exception {
    assertThat(json("/ws/v1/trainer/status").has("members")).isFalse();
    assertThat(json("/ws/v1/trainer/status?members=false").has("containers")).isFalse();
    assertThat(json("/ws/v1/trainer/status?members=true"))
        .isEqualTo(new ObjectMapper().readTree(ReportJson.of(view(), 0)));
    assertRefused(get("/ws/v1/trainer/status?members=x"), 400, "members is true or false");
  }

  @Test
  void aSessionListsItsJobsAndTheirIdsChoose(@TempDir Path folderOfJobs) throws Exception {
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
    JobFolder folder = new JobFolder("file://" + folderOfJobs);
    Path report = folderOfJobs.resolve("jobs/1/report.json");
    Files.createDirectories(report.getParent());
    Files.writeString(report, "{\"jobId\" : \"" + application + ".1\", \"members\" : [ ]}");
    try (WebServer server =
        new WebServer(
            0,
            new Configuration(),
            false,
            user -> true,
            views,
            folder,
            (job, process) -> Optional.empty())) {
      String root = server.address("localhost");
      String query = "?job=" + running.id();

      assertThat(fetch(root + "/ws/v1/trainer/changes").body())
          .contains("\"jobsInAll\":2", "RUNNING", "FAILED", "lost", "<b>");
      assertThat(fetch(root + "/ws/v1/trainer/changes" + query).body()).contains("RUNNING");
      assertThat(fetch(root + "/ws/v1/trainer/status" + query).body())
          .contains("\"state\" : \"RUNNING\"");
      String first = root + "/ws/v1/trainer/status?job=" + application + ".1";
      assertThat(fetch(first).body())
          .isEqualToIgnoringWhitespace("{\"jobId\" : \"" + application + ".1\"}");
      assertThat(fetch(first + "&members=true").body()).contains("members");
      assertThat(fetch(root + "/ws/v1/trainer/status").body())
          .contains("\"sessionId\" : \"" + application + "\"");
    }
  }

  @Test
  void aSessionWithoutJobsHasChanges() throws Exception {
    LatestViews views = new LatestViews();
    views.show(
        new SessionView(JobId.ofSession("application_1_0001"), "night", null, "", List.of(), null));
    try (WebServer server =
        new WebServer(
            0,
            new Configuration(),
            false,
            user -> true,
            views,
            new JobFolder("file:///none"),
            (job, process) -> Optional.empty())) {
      assertThat(fetch(server.address("localhost") + "/ws/v1/trainer/changes").body())
          .contains("\"sessionId\":\"application_1_0001\"", "RUNNING");
    }
  }

  @Test
  void everyServiceIsUnavailableBeforeTheJobBegins() throws Exception {
    LatestViews views = new LatestViews();
    try (WebServer server =
        new WebServer(
            0,
            new Configuration(),
            false,
            user -> true,
            views,
            new JobFolder("file:///none"),
            (job, process) -> Optional.empty())) {
      List<String> services = new ArrayList<>(SERVICES);
      services.add(WebServer.CONFIGURATION_PATH);
      for (String service : services) {
        HttpResponse<String> answer = fetch(server.address("localhost") + service);

        assertRefused(answer, 503, "the job has not begun");
        assertThat(answer.headers().firstValue("Retry-After")).as(service).contains("1");
      }
    }
  }

  @Test
  void noServiceKnowsAnotherJob() throws Exception {
    for (String service : SERVICES) {
      HttpResponse<String> answer = get(service + "?job=none");

      assertRefused(answer, 404, "no such job runs here");
      assertThat(answer.headers().firstValue("Retry-After")).as(service).isEmpty();
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
