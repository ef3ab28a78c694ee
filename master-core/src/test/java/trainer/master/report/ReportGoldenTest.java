package trainer.master.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import trainer.master.job.api.JobView;

/** The report's text, byte for byte: programs read these fields. */
class ReportGoldenTest {
  private static final long NOW = 100_000;

  @Test
  void textOfABegunJob() throws IOException {
    assertText("begun", SampleViews.begun());
  }

  @Test
  void textOfARunningJobWithMiniBatches() throws IOException {
    assertText("running-bsp", SampleViews.runningBsp());
  }

  @Test
  void textOfARunningJobWithQueues() throws IOException {
    assertText("running-async", SampleViews.runningAsync());
  }

  @Test
  void textOfAFailedJob() throws IOException {
    assertText("failed", SampleViews.failed());
  }

  @Test
  void textOfAnEndedJobWithItsModel() throws IOException {
    assertText("exited", SampleViews.exited());
  }

  private static void assertText(String name, JobView view) throws IOException {
    try (InputStream golden = ReportGoldenTest.class.getResourceAsStream(name + ".json")) {
      assertThat(ReportJson.of(view, NOW))
          .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
