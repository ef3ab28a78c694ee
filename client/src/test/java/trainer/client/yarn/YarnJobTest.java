package trainer.client.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.impl.YarnClientImpl;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.client.watch.Observation;
import trainer.core.failure.FailureException;
import trainer.core.job.JobFolder;

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

    @Override
    public ApplicationReport getApplicationReport(ApplicationId id) throws ConnectException {
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
