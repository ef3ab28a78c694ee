package trainer.client.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
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

  @Test
  void anotherUsersJobIsSaidToBeTheirsWithTheWordOfYarn() throws Exception {
    resourceManager.owner = "root";
    resourceManager.end = FinalApplicationStatus.SUCCEEDED;
    Configuration closed = new Configuration(false);
    closed.set("fs.file.impl", ClosedFiles.class.getName());
    closed.setBoolean("fs.file.impl.disable.cache", true);
    try (YarnJob job = job(closed)) {
      assertThatThrownBy(job::observe)
          .hasMessageContaining("ACCESS_DENIED")
          .hasMessageContaining("a job of root, whose folder user may not read")
          .hasMessageContaining("FINISHED, SUCCEEDED");
      assertThatThrownBy(() -> job(closed).observe()).hasMessageContaining("a job of root");
      resourceManager.end = FinalApplicationStatus.UNDEFINED;
      assertThatThrownBy(job::observe).hasMessageContaining("YARN says: RUNNING");
      resourceManager.port = 1;
      assertThatThrownBy(() -> job.stop("now")).hasMessageContaining("a job of root");
    }
  }

  @Test
  void aSuccessOfWhichNoReportIsLeftIsNoFailure() throws Exception {
    resourceManager.end = FinalApplicationStatus.SUCCEEDED;
    try (YarnJob job = job()) {
      Observation seen = job.observe();
      assertThat(seen.phase()).isEqualTo("EXITED");
      assertThat(seen.report().lifecycle().failure()).isNull();
    }
  }

  @Test
  void aJobThatTheApplicationNeverHadHasNoState() throws Exception {
    resourceManager.end = FinalApplicationStatus.SUCCEEDED;
    try (YarnJob job = job(2, new Configuration(false))) {
      assertThatThrownBy(job::observe)
          .hasMessageContaining("APPLICATION_NOT_FOUND")
          .hasMessageContaining("there was no job " + ID + ".2");
    }
  }

  /** A file system whose folders are another user's. */
  public static final class ClosedFiles extends RawLocalFileSystem {
    @Override
    public boolean exists(org.apache.hadoop.fs.Path path) throws IOException {
      throw new AccessControlException("Permission denied: user=user, access=EXECUTE");
    }
  }

  private YarnJob job() {
    return job(new Configuration(false));
  }

  private YarnJob job(Configuration hadoop) {
    return job(1, hadoop);
  }

  private YarnJob job(int number, Configuration hadoop) {
    return new YarnJob(
        new YarnConnection(resourceManager, "rm:8032"),
        new JobId(ID.toString(), number),
        new JobFolder(folder.toUri().toString()),
        hadoop,
        "user");
  }

  private static final class RestartedResourceManager extends YarnClientImpl {
    private volatile boolean down;
    private volatile boolean forgetful;
    private volatile int port = -1;
    private volatile String owner = "user";
    private volatile FinalApplicationStatus end = FinalApplicationStatus.UNDEFINED;

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
      report.setUser(owner);
      report.setHost("localhost");
      report.setFinalApplicationStatus(end);
      report.setYarnApplicationState(
          end == FinalApplicationStatus.UNDEFINED
              ? YarnApplicationState.RUNNING
              : YarnApplicationState.FINISHED);
      report.setRpcPort(port);
      return report;
    }
  }
}
