package trainer.client.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;

class FolderViewTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);

  @TempDir private Path root;

  private FolderView view() {
    return new FolderView(JOB, new JobFolder(root.toUri() + "job"), new Configuration());
  }

  @Test
  void saysHowAJobEndedThatHasAReport() throws IOException {
    Path report = root.resolve("job/jobs/1/report.json");
    Files.createDirectories(report.getParent());
    Files.writeString(report, "{\"state\": \"EXITED\"}");

    Observation seen = view().observe().orElseThrow();

    assertThat(seen.ended()).isTrue();
    assertThat(seen.phase()).isEqualTo("EXITED");
    assertThat(seen.note())
        .contains("the ResourceManager does not answer", JOB.toString(), root.toUri() + "job");
  }

  @Test
  void followsAJobWithoutAReportThatMayBeRunning() throws IOException {
    Files.createDirectories(root.resolve("job/jobs/1"));

    Observation seen = view().observe().orElseThrow();

    assertThat(seen.ended()).isFalse();
    assertThat(seen.note()).contains("the ResourceManager does not answer");
  }

  @Test
  void hasNothingToSayOfAJobWithoutAFolder() throws IOException {
    assertThat(view().observe()).isEmpty();
  }
}
