package trainer.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.appmaster.loop.LatestViews;
import trainer.appmaster.web.WebServer;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;
import trainer.it.cluster.ClusterUser;
import trainer.it.cluster.TrainerClient;
import trainer.master.session.api.SessionView;

/** The page of a job on YARN, in Chromium through the ResourceManager's proxy. */
class PageTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Path PICTURES = Path.of("target/pictures");
  private static final int FIRST_LOAD_BYTES = 120_000;
  private static final String SOURCE =
      "[...document.querySelectorAll('main tbody tr')]"
          + ".find(row => row.cells[0].textContent === '%s').cells[2].textContent";
  private static final String CHANGES =
      "await fetch('ws/v1/trainer/changes').then(a => a.json()).then(answer => ";
  private static final int POLL_BYTES = 20_000;

  @TempDir private static Path home;
  private static ClusterUser user;
  private static Browser browser;

  @BeforeAll
  static void starts() throws Exception {
    assumeTrue(Browser.program().isPresent(), "no chromium on the path");
    Files.createDirectories(PICTURES);
    browser = Browser.start();
    user = new ClusterUser(home);
  }

  @AfterAll
  static void stops() throws IOException {
    if (browser != null) {
      browser.close();
    }
    if (user != null) {
      user.close();
    }
  }

  private static void killWorker(String job, int index) {
    String mark = "-Dtrainer.job=" + job + " -Dtrainer.role=worker -Dtrainer.index=" + index + " ";
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      List<ProcessHandle> workers =
          all.filter(one -> one.info().commandLine().orElse("").contains(mark)).toList();
      assertThat(workers).isNotEmpty();
      workers.forEach(ProcessHandle::destroyForcibly);
    }
  }

  private static void view(String name) throws IOException {
    browser.evaluate("location.hash = '#" + name + "', 1");
  }

  @Test
  void showsAJobThatRunsLosesAWorkerAndEnds() throws Exception {
    String job =
        user.unhurried(
            "clicks",
            "--workers 2 --validation 10% -Dtrainer.block.records=100"
                + " -Dtrainer.checkpoint.interval=2s");
    String page = user.page(job).toString();
    browser.open(page);
    browser.awaitTrue("document.querySelector('.state')?.textContent === 'RUNNING'", PATIENCE);
    browser.awaitTrue("document.querySelectorAll('canvas').length >= 4", PATIENCE);
    assertThat(page).contains("/proxy/application_");

    showsTheVersionThatTheServiceHas();
    loadsLittleAndNothingForeign(page);
    browser.picture(PICTURES.resolve("running.png"), 1600, false);
    browser.picture(PICTURES.resolve("running-narrow-dark.png"), 400, true);

    assertThat(browser.evaluate("document.querySelector('.id').textContent").asText())
        .isEqualTo(job);
    view("processes");
    browser.awaitTrue("document.querySelectorAll('tbody tr').length >= 3", PATIENCE);
    browser.picture(PICTURES.resolve("processes.png"), 1600, false);
    showsTheProcessesThatTheServiceHas();
    showsWhereTheTimeGoes();
    showsLogsAndThreads();
    showsTheConfiguration("trainer.workers", "--workers");
    view("events");
    long killedAt = System.nanoTime();
    killWorker(job, 1);
    browser.awaitTrue("document.querySelector('main').textContent.includes('is lost')", PATIENCE);
    System.out.printf("a killed worker is shown after %.2f s%n", seconds(killedAt));
    assertThat(seconds(killedAt)).as("seconds").isLessThan(10); // 2 on a machine that rests
    browser.picture(PICTURES.resolve("events.png"), 1600, false);

    shows("events", "events.slice(-200).reverse().map(one => one.text)", 2);
    shows("tasks", "progress.perEpoch.slice(-50).reverse().map(one => one.epoch)", 0);
    shows("checkpoints", "work.checkpoints.slice().reverse().map(one => one.folder)", 3);
    view("model");
    browser.awaitTrue(
        CHANGES + "document.querySelector('main').textContent.includes(answer.identity.input))",
        PATIENCE);
    user.run("kill " + job).ok();
    assertThat(browser.traffic().path("errors").toString()).doesNotContain("Content Security");
  }

  @Test
  void aReportOpensFromADiskWithoutANetwork() throws Exception {
    JsonNode report =
        new TrainerClient(home)
            .run(
                "submit",
                "--json",
                "--master",
                "local",
                "--input",
                user.uri("data"),
                "--epochs",
                "2",
                "--validation",
                "10%",
                "--output",
                user.uri("local-model"))
            .ok()
            .json();
    String application = report.path("applicationId").asText();
    Path page = home.resolve(".trainer/jobs/" + application + "/jobs/1/report.html");
    browser.open(page.toUri().toString());
    browser.awaitTrue("document.querySelector('.state')?.textContent === 'EXITED'", PATIENCE);
    browser.awaitTrue("document.querySelectorAll('canvas').length >= 2", PATIENCE);
    view("model");
    String id = report.path("modelId").asText();
    browser.awaitTrue(
        "document.querySelector('main').textContent.includes('" + id + "')", PATIENCE);
    view("processes");
    browser.awaitTrue("document.querySelectorAll('tbody tr').length >= 2", PATIENCE);
    view("configuration");
    browser.awaitTrue("document.querySelector('main tbody tr')", PATIENCE);
    assertThat(browser.evaluate(SOURCE.formatted("trainer.epochs")).asText()).isEqualTo("--epochs");
    browser.picture(PICTURES.resolve("report.png"), 1600, false);
    assertThat(browser.traffic().path("loads").toString()).doesNotContain("http");
    assertThat(browser.traffic().path("errors")).isEmpty();
  }

  @Test
  void waitsForAMasterThatIsStarting() throws Exception {
    LatestViews views = new LatestViews();
    try (WebServer server =
        new WebServer(
            0,
            new Configuration(),
            false,
            viewer -> true,
            views,
            new JobFolder("file:///none"),
            (job, process) -> Optional.empty())) {
      browser.open(server.address("localhost"));
      browser.awaitTrue(
          "document.getElementById('freshness').textContent === 'the master is starting'",
          PATIENCE);
      JobId session = JobId.ofSession("application_1_0001");
      views.show(new SessionView(session, "night", null, "", List.of(), null));
      browser.awaitTrue("document.querySelector('h1')?.textContent.includes('night')", PATIENCE);
      assertThat(browser.evaluate("document.getElementById('freshness').textContent").asText())
          .isEmpty();
    }
  }

  @Test
  void showsASessionAndItsJobsThatEndedOrFailed() throws Exception {
    TrainerClient here = new TrainerClient(home);
    Path out = home.resolve("session.out");
    Process command =
        here.start(
            out, home.resolve("session.err"), "session", "start", "--master", "local", "--json");
    try {
      await("the session").atMost(PATIENCE).until(() -> Files.readString(out).contains("}"));
      String session = here.result(0, out, out).json().path("sessionId").asText();
      showsTheSession(here, session);
      here.run("session", "stop", session).ok();
      assertThat(command.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } finally {
      command.destroy();
    }
  }

  private static void showsTheSession(TrainerClient here, String session) throws Exception {
    Path address = home.resolve(".trainer/jobs/" + session + "/fleet/master.address");
    String page = Files.readAllLines(address).get(1);
    browser.open(page);
    browser.awaitTrue("document.querySelector('.state')?.textContent === 'RUNNING'", PATIENCE);
    browser.awaitTrue("document.querySelector('main').textContent.includes('None yet')", PATIENCE);
    browser.picture(PICTURES.resolve("session-empty.png"), 1600, false);

    Path bad = home.resolve("bad.libsvm");
    Files.writeString(bad, "1 1:10\n".repeat(10_000) + "0 2:x\n");
    String submit = "submit --session " + session + " --output " + user.uri("of-session-");
    here.run((submit + "good --input " + user.uri("data")).split(" ", -1)).ok();
    assertThat(here.run((submit + "bad --input " + bad.toUri()).split(" ", -1)).exitCode())
        .isEqualTo(1);
    browser.awaitTrue(
        "[...document.querySelectorAll('main table:not(.u-legend) tbody tr')]"
            + ".map(row => row.cells[2].textContent).join() === 'FAILED,EXITED'",
        PATIENCE);
    browser.picture(PICTURES.resolve("session.png"), 1600, false);
    browser.picture(PICTURES.resolve("session-narrow-dark.png"), 400, true);
    showsTheConfiguration("trainer.job.dir", "computed");

    browser.open(page + "?job=" + session + ".2");
    browser.awaitTrue("document.querySelector('.state')?.textContent === 'FAILED'", PATIENCE);
    assertThat(browser.evaluate("document.querySelector('.failure').textContent").asText())
        .contains("bad.libsvm");
    browser.picture(PICTURES.resolve("failed.png"), 1600, false);
    browser.picture(PICTURES.resolve("failed-narrow.png"), 400, false);
    showsTheConfiguration("trainer.input", "--input");
    showsTheConfiguration("trainer.job.dir", "session");
  }

  /** A column of the view's last table has the values of the answer in the same second. */
  private static void shows(String name, String values, int column) throws IOException {
    view(name);
    browser.awaitTrue(
        CHANGES
            + "(values => values.length > 0 && values.join() === [...[...document"
            + ".querySelectorAll('main table:not(.u-legend)')].at(-1).tBodies[0].rows]"
            + ".map(row => row.cells[%d].textContent).join())(answer.%s))"
                .formatted(column, values),
        PATIENCE);
  }

  /** The rows of the table are those of the answer in the same second. */
  private static void showsTheProcessesThatTheServiceHas() {
    browser.awaitTrue(
        "await fetch('ws/v1/trainer/members').then(a => a.json()).then(answer => "
            + "answer.members.map(one => one.container + one.host).join() === "
            + "[...document.querySelectorAll('main table:not(.u-legend) tbody tr')]"
            + ".map(row => row.cells[9].textContent + row.cells[1].textContent).join())",
        PATIENCE);
  }

  private static void showsWhereTheTimeGoes() throws Exception {
    view("minibatches");
    browser.awaitTrue(
        "await fetch('ws/v1/trainer/changes').then(a => a.json()).then(answer => "
            + "['read', 'pull', 'compute', 'push', 'apply', 'commit', 'wait']"
            + ".filter(phase => phase in answer.minibatch).join() === "
            + "[...document.querySelectorAll('main table:not(.u-legend) tbody tr')]"
            + ".map(row => row.cells[0].textContent).join() && 'compute' in answer.minibatch)",
        PATIENCE);
    browser.awaitTrue(
        "(strip => { strip.blur(); strip.focus(); for (const key of ['ArrowLeft', 'ArrowDown'])"
            + " strip.dispatchEvent(new KeyboardEvent('keydown', {key}));"
            + " return strip.nextSibling.textContent.startsWith('worker 1') })"
            + "(document.querySelector('canvas.heat'))",
        PATIENCE);
    browser.picture(PICTURES.resolve("minibatches.png"), 1600, true);
  }

  private static void showsLogsAndThreads() throws Exception {
    view("logs");
    for (String process : List.of("worker 0", "pserver 0", "master")) {
      browser.evaluate(
          "(field => { field.value = '"
              + process
              + "'; field.dispatchEvent(new Event('change')) })(document.querySelector('main input'))");
      browser.awaitTrue(
          "document.querySelector('pre.log').textContent.includes(': "
              + process.replace(' ', '-').replace("master", "master-0")
              + " of ')",
          PATIENCE);
      browser.evaluate(
          "[...document.querySelectorAll('main button')].find(one => one.textContent"
              + " === 'threads of the "
              + (process.equals("master") ? "master" : "process")
              + "').click(), 1");
      browser.awaitTrue(
          "document.querySelector('main p.quiet').textContent.startsWith('Threads of ')"
              + " && document.querySelector('pre.log').textContent.includes('at java.')",
          PATIENCE);
    }
    browser.picture(PICTURES.resolve("threads.png"), 1600, false);
  }

  /** What the service has, and the source of one key. */
  private static void showsTheConfiguration(String key, String source) throws Exception {
    view("configuration");
    browser.awaitTrue(
        "await fetch('ws/v1/trainer/configuration' + location.search).then(a => a.json())"
            + ".then(answer => answer.keys.length > 100 && answer.keys.filter(one => one.set)"
            + ".map(one => one.key + one.value + one.source).join() === "
            + "[...document.querySelectorAll('main tbody tr')]"
            + ".map(row => row.textContent).join())",
        PATIENCE);
    assertThat(browser.evaluate(SOURCE.formatted(key)).asText()).isEqualTo(source);
    browser.picture(PICTURES.resolve("configuration.png"), 1600, false);
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  /** What is shown is no older than two seconds. */
  private static void showsTheVersionThatTheServiceHas() throws Exception {
    long before = version();
    browser.awaitTrue(
        "window.then = window.then || Date.now(), Date.now() - then > 2000", PATIENCE);
    long shown =
        browser
            .evaluate(
                "parseInt([...document.querySelectorAll('.card')]"
                    + ".find(one => one.lastChild.textContent === 'version')"
                    + ".firstChild.textContent.replace(/,/g, ''))")
            .asLong();
    assertThat(shown).isBetween(before, version());
  }

  private static long version() throws IOException {
    return browser
        .evaluate("fetch('ws/v1/trainer/status').then(a => a.json()).then(r => r.version)")
        .asLong();
  }

  private static void loadsLittleAndNothingForeign(String page) throws Exception {
    JsonNode traffic = browser.traffic();
    long first = 0;
    long poll = 0;
    for (JsonNode load : traffic.path("loads")) {
      String url = load.path("url").asText();
      long bytes = load.path("bytes").asLong();
      if (url.startsWith("data:") || url.equals("about:blank")) {
        continue;
      }
      assertThat(url).startsWith(page);
      first += url.contains("/ws/v1/") ? 0 : bytes;
      poll = url.contains("since=") ? Math.max(poll, bytes) : poll;
    }
    System.out.printf("first load %d bytes, largest poll %d bytes, %s%n", first, poll, traffic);
    assertThat(first).isBetween(1L, (long) FIRST_LOAD_BYTES);
    assertThat(poll).isBetween(1L, (long) POLL_BYTES);
    assertThat(traffic.path("errors")).isEmpty();
  }
}
