package trainer.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import trainer.appmaster.loop.LatestViews;
import trainer.appmaster.web.WebServer;
import trainer.core.job.JobFolder;
import trainer.master.job.api.JobView;
import trainer.master.report.ReportJson;

/** The page of a job with 1,000 workers, in Chromium, from the master's own server. */
class HugePageTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Path PICTURES = Path.of("target/pictures");
  private static final int FIRST_LOAD_BYTES = 120_000;
  private static final int POLL_BYTES = 20_000;

  /** Times are asserted with room for a machine that has other work. */
  private static final double ROOM = 5;

  private final LatestViews views = new LatestViews();
  private final AtomicLong seconds = new AtomicLong(100);
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private Browser browser;
  private WebServer server;

  @BeforeEach
  void starts() throws Exception {
    assumeTrue(Browser.program().isPresent(), "no chromium on the path");
    Files.createDirectories(PICTURES);
    browser = Browser.start();
    views.show(HugeJob.after(seconds.get()));
    var unused =
        clock.scheduleAtFixedRate(
            () -> views.show(HugeJob.after(seconds.incrementAndGet())), 1, 1, TimeUnit.SECONDS);
    server =
        new WebServer(
            0,
            new Configuration(),
            false,
            viewer -> true,
            views,
            new JobFolder("file:///none"),
            (job, process) -> Optional.empty());
  }

  @AfterEach
  void stops() throws Exception {
    clock.shutdownNow();
    if (server != null) {
      server.close();
    }
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void isAsLightAsThatOfASmallJob() throws Exception {
    double firstVisit = paint();
    double paint = paint();
    for (String view : List.of("overview", "minibatches", "processes", "tasks", "events")) {
      browser.evaluate("location.hash = '#" + view + "', 1");
      browser.awaitTrue("document.querySelector('main h2, main .card')", PATIENCE);
      browser.evaluate("new Promise(done => setTimeout(done, 2500)).then(() => 1)");
      browser.picture(PICTURES.resolve("huge-" + view + ".png"), 1600, false);
      if (view.equals("minibatches")) {
        assertThat(browser.evaluate("document.querySelector('canvas.heat').height").asInt())
            .isBetween(200, 400);
        browser.picture(PICTURES.resolve("huge-narrow-dark.png"), 400, true);
      }
      assertThat(browser.evaluate("document.querySelectorAll('tbody tr').length").asInt())
          .as(view)
          .isLessThanOrEqualTo(200);
    }
    JsonNode traffic = browser.traffic();
    long first = 0;
    long poll = 0;
    for (JsonNode load : traffic.path("loads")) {
      String url = load.path("url").asText();
      boolean isPoll = url.contains("since=") || url.contains("/members");
      first += isPoll || url.startsWith("data:") ? 0 : load.path("bytes").asLong();
      poll = isPoll ? Math.max(poll, load.path("bytes").asLong()) : poll;
    }
    double longest = 0;
    for (JsonNode task : traffic.path("longTasks")) {
      longest = Math.max(longest, task.asDouble());
    }
    System.out.printf(
        "huge page: first paint %.0f ms (%.0f with the server's start), first load %,d bytes, largest poll %,d bytes,"
            + " longest task %.0f ms%n",
        paint, firstVisit, first, poll, longest);
    assertThat(first).as("bytes of the first load").isBetween(1L, (long) FIRST_LOAD_BYTES);
    assertThat(poll).as("bytes of a poll").isBetween(1L, (long) POLL_BYTES);
    assertThat(firstVisit).as("first paint, ms").isLessThan(ROOM * 1000);
    assertThat(paint).as("first paint, ms").isLessThan(1000);
    assertThat(longest).as("longest task, ms").isLessThan(ROOM * 100);
    assertThat(traffic.path("errors")).isEmpty();
  }

  /** Opens the page; returns when it was first painted, in ms. */
  private double paint() throws Exception {
    browser.open(server.address("localhost"));
    browser.awaitTrue("document.querySelector('.state')?.textContent === 'RUNNING'", PATIENCE);
    return browser.traffic().path("paints").path(0).path("at").asDouble();
  }

  @Test
  void theReportWithoutItsListsIsShort() throws Exception {
    JobView view = HugeJob.after(1000);
    String whole = ReportJson.of(view, 0);
    String shortened = ReportJson.shorten(whole);
    System.out.printf(
        "huge report: %,d bytes, %,d shortened%n", whole.length(), shortened.length());
    assertThat(shortened.length()).isLessThan(100_000);
    assertThat(whole.length()).isGreaterThan(500_000);
  }
}
