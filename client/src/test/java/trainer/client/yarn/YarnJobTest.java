package trainer.client.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.impl.YarnClientImpl;
import org.apache.hadoop.yarn.exceptions.ApplicationNotFoundException;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.client.watch.Observation;
import trainer.core.failure.FailureException;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;

final class YarnJobTest {
  private static final ApplicationId ID = ApplicationId.newInstance(1, 1);

  @TempDir private Path folder;

  private final RestartedResourceManager resourceManager = new RestartedResourceManager();

  @Test
  void aResourceManagerThatIsAwayForAWhileDoesNotEndTheFollowing() throws Exception {
    try (YarnJob job = job()) {
      assertThat(job.observe().phase()).isEqualTo("YARN RUNNING");
      resourceManager.down = true;

      Observation seen = job.observe();

      assertThat(seen.ended()).isFalse();
      assertThat(seen.note()).contains("neither the ResourceManager nor the master answers");
      resourceManager.down = false;
      assertThat(job.observe().note()).doesNotContain("ResourceManager");
    }
  }

  @Test
  void aJobThatTheResourceManagerForgotEndsWithItsMastersReport() throws Exception {
    try (YarnJob job = job()) {
      job.observe();
      resourceManager.forgetful = true;
      assertThat(job.observe().ended()).as("before there is a report").isFalse();
      Path report = Path.of(new JobFolder(folder.toString()).report(new JobId(ID.toString(), 1)));
      Files.createDirectories(report.getParent());
      Files.writeString(report, "{\"state\": \"FAILED\"}");

      Observation seen = job.observe();

      assertThat(seen.ended()).isTrue();
      assertThat(seen.phase()).isEqualTo("FAILED");
    }
  }

  @Test
  void oneThatWasNeverThereIsSaid() throws Exception {
    resourceManager.down = true;
    try (YarnJob job = job()) {
      assertThatThrownBy(job::observe)
          .isInstanceOf(FailureException.class)
          .hasMessageContaining("CLUSTER_UNREACHABLE");
    }
  }

  private YarnJob job() {
    return new YarnJob(
        new YarnConnection(resourceManager, "rm:8032"),
        ID,
        new JobFolder(folder.toUri().toString()),
        new Configuration(false),
        "user");
  }

  private static final class RestartedResourceManager extends YarnClientImpl {
    private volatile boolean down;
    private volatile boolean forgetful;

    @Override
    public ApplicationReport getApplicationReport(ApplicationId id)
        throws ConnectException, ApplicationNotFoundException {
      if (forgetful) {
        throw new ApplicationNotFoundException("who is " + id);
      }
      if (down) {
        throw new ConnectException("Connection refused");
      }
      ApplicationReport report = Records.newRecord(ApplicationReport.class);
      report.setApplicationId(id);
      report.setYarnApplicationState(YarnApplicationState.RUNNING);
      report.setRpcPort(-1);
      return report;
    }
  }
}
