package trainer.appmaster.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.junit.jupiter.api.Test;
import trainer.appmaster.loop.Cluster.Ending;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobState;

class FinalStatusTest {
  @Test
  void theCauseComesFirst() {
    Failure cause = new Failure(FailureKind.PSERVER_LOST, "it is gone", "host-1", "");

    assertThat(
            FinalStatus.diagnostics(Ending.ofJob(JobState.FAILED, cause, "hdfs://x/report.json")))
        .isEqualTo("PSERVER_LOST: it is gone — host-1\nReport: hdfs://x/report.json");
  }

  @Test
  void aLongCauseIsCutBelowYarnsLimit() {
    Failure cause = new Failure(FailureKind.UNEXPECTED, "ä".repeat(100_000), "", "");
    String text =
        FinalStatus.diagnostics(Ending.ofJob(JobState.FAILED, cause, "hdfs://x/report.json"));

    assertThat(text.getBytes(StandardCharsets.UTF_8).length).isLessThan(64 * 1024);
    assertThat(text).startsWith("UNEXPECTED: ä").endsWith("report.json");
  }

  @Test
  void everyEndHasItsStatus() {
    assertThat(FinalStatus.status(JobState.EXITED)).isEqualTo(FinalApplicationStatus.SUCCEEDED);
    assertThat(FinalStatus.status(JobState.FAILED)).isEqualTo(FinalApplicationStatus.FAILED);
    assertThat(FinalStatus.status(JobState.KILLED)).isEqualTo(FinalApplicationStatus.KILLED);
  }
}
