package trainer.appmaster.main;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.appmaster.loop.Cluster;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;

/** The first report of an end counts, and the cluster is told of it. */
class LastWordTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);
  private static final Failure DAMAGED =
      new Failure(FailureKind.JOURNAL_DAMAGED, "a byte is wrong", "fleet/journal-1", "");

  @TempDir private Path temp;
  private Path report;
  private LastWord word;

  @BeforeEach
  void makeJob() throws IOException {
    Map<String, String> settings =
        Map.of("trainer.input", "file:/in", "trainer.output", "file:/out");
    ModelSpec model = new ModelSpec(List.of(), List.of(Phase.training(2)));
    JobSpec spec =
        new JobSpec(JOB, "alice", temp.toUri().toString(), settings, model, List.of(), "test");
    Configuration hadoop = new Configuration();
    word = new LastWord(FileSystem.get(temp.toUri(), hadoop), spec, hadoop);
    report = Files.createDirectories(temp.resolve("jobs/1")).resolve("report.json");
  }

  @Test
  void aMasterThatFailsAfterTheReportLeavesItAndRepeatsItsEnd() throws IOException {
    String exited = "{\"state\":\"EXITED\",\"failure\":null}";
    Files.writeString(report, exited);
    Cluster.Ending end = word.ofUnrecorded(null, DAMAGED, false).orElseThrow();
    assertThat(end.state()).isEqualTo(JobState.EXITED);
    assertThat(end.failure()).isNull();
    assertThat(end.details()).endsWith("/jobs/1/report.json");
    assertThat(report).hasContent(exited);
  }

  @Test
  void anEndThatWasReportedIsLeftToNoOtherMaster() throws IOException {
    Files.writeString(report, "{\"state\":\"EXITED\",\"failure\":null}");
    assertThat(word.ofUnrecorded(null, DAMAGED, true)).isPresent();
  }

  @Test
  void withoutAReportTheJobFailed() {
    Cluster.Ending end = word.ofUnrecorded(null, DAMAGED, false).orElseThrow();
    assertThat(end.state()).isEqualTo(JobState.FAILED);
    assertThat(end.failure()).isEqualTo(DAMAGED);
    assertThat(report).content().contains("\"state\" : \"FAILED\"", "JOURNAL_DAMAGED");
  }

  @Test
  void withoutAReportAnotherMasterMayDoBetter() {
    assertThat(word.ofUnrecorded(null, DAMAGED, true)).isEmpty();
    assertThat(report).doesNotExist();
  }

  @Test
  void aReportThatIsCutIsReplaced() throws IOException {
    Files.writeString(report, "{\"state\":\"EXI");
    Cluster.Ending end = word.ofUnrecorded(null, DAMAGED, false).orElseThrow();
    assertThat(end.state()).isEqualTo(JobState.FAILED);
    assertThat(report).content().contains("JOURNAL_DAMAGED");
  }
}
