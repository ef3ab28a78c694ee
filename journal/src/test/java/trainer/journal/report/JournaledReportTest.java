package trainer.journal.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.avro.job.JobFile;
import trainer.core.fact.EndingFact;
import trainer.core.fact.Entry;
import trainer.core.fact.Fact;
import trainer.core.fact.FleetFact;
import trainer.core.fact.JobFact;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.JobState;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.journal.FileStateStore;
import trainer.journal.FlushingFiles;
import trainer.journal.StateStore;

/** The report of a master that wrote none. */
class JournaledReportTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);
  private static final JournaledReport.End LOST =
      new JournaledReport.End(
          JobState.FAILED,
          new Failure(FailureKind.MASTER_LOST, "the master is gone", "here", "see its logs"),
          9000);

  private final Configuration hadoop = new Configuration();
  @TempDir Path temp;
  private JobSpec spec;

  @BeforeEach
  void writeJob() throws IOException {
    Map<String, String> settings =
        Map.of("trainer.input", "file:/in", "trainer.output", "file:/out", "trainer.epochs", "2");
    ModelSpec model = new ModelSpec(List.of(), List.of(Phase.training(2)));
    spec = new JobSpec(JOB, "alice", temp.toUri().toString(), settings, model, List.of(), "test");
    Files.createDirectories(temp.resolve("jobs/1"));
    JobFile.write(spec, Files.newOutputStream(temp.resolve("jobs/1/job.avro")));
  }

  @Test
  void tellsWhatTheJournalHoldsAndHowItEnded() throws IOException {
    append(
        JOB,
        new JobFact.StateEntered(JobState.INITING, 1000, null),
        new JobFact.StateEntered(JobState.INIT, 2000, null),
        new JobFact.JobDefined("{}", 1, "order", "digest", 4, 8),
        new TrainingFact.LineOpened(
            new Line(1), Version.INITIAL, Line.NONE, false, "start", List.of()));
    append(
        null,
        new FleetFact.ContainerNoted(
            "c_2", JOB.toString(), "worker", 0, "h", "granted", null, 3000),
        new FleetFact.ContainerNoted(
            "c_2", JOB.toString(), "worker", 0, "h", "launched", null, 4000),
        new FleetFact.ContainerNoted("c_2", JOB.toString(), "worker", 0, "h", "ended", 137, 5000));

    JsonNode report = complete();

    assertThat(report.path("state").asText()).isEqualTo("FAILED");
    assertThat(report.at("/failure/kind").asText()).isEqualTo("MASTER_LOST");
    assertThat(report.path("versions").asLong()).isEqualTo(8);
    assertThat(report.path("states").findValuesAsText("name"))
        .containsExactly("INITING", "INIT", "FAILED");
    assertThat(report.at("/states/2/at").asLong()).isEqualTo(9000);
    assertThat(report.at("/containers/0/containerId").asText()).isEqualTo("c_2");
    assertThat(report.at("/containers/0/exitStatus").asInt()).isEqualTo(137);
    assertThat(report.at("/containers/0/launchedAt").asLong()).isEqualTo(4000);
    assertThat(Files.readString(temp.resolve("jobs/1/report.json"))).contains("MASTER_LOST");
  }

  @Test
  void keepsTheEndThatTheJournalHolds() throws IOException {
    append(
        JOB,
        new EndingFact.Exported("ab".repeat(32), "file:/out"),
        new JobFact.StateEntered(JobState.EXITED, 7000, null),
        new EndingFact.Ended(JobState.EXITED, 7000));

    JsonNode report = complete();

    assertThat(report.path("state").asText()).isEqualTo("EXITED");
    assertThat(report.path("failure").isNull()).isTrue();
    assertThat(report.path("modelId").asText()).isEqualTo("ab".repeat(32));
  }

  @Test
  void anEndThatWasDecidedIsTheEndThoughItsMasterWasLost() throws IOException {
    Failure cause = new Failure(FailureKind.INPUT_CORRUPT, "a bad block", "/in/a", "mend it");
    append(
        JOB,
        new JobFact.StateEntered(JobState.INITING, 1000, null),
        new EndingFact.EndDecided(JobState.FAILED, cause, 2000));

    JsonNode report = complete();

    assertThat(report.path("state").asText()).isEqualTo("FAILED");
    assertThat(report.at("/failure/kind").asText()).isEqualTo("INPUT_CORRUPT");
  }

  @Test
  void jobThatNeverBeganHasNothingButItsEnd() throws IOException {
    JsonNode report = complete();
    assertThat(report.path("states").findValuesAsText("name")).containsExactly("FAILED");
    assertThat(report.at("/failure/message").asText()).contains("the master is gone");
  }

  private JsonNode complete() throws IOException {
    String json = JournaledReport.complete(spec.files(), JOB, LOST, hadoop);
    return new ObjectMapper().readTree(json);
  }

  private void append(JobId log, Fact... facts) throws IOException {
    try (StateStore store =
        new FileStateStore(
            FlushingFiles.of(temp.toUri(), hadoop),
            new org.apache.hadoop.fs.Path(temp.toUri().toString()))) {
      Term term = store.takeTerm();
      List<Entry> entries = new ArrayList<>();
      long number = store.log(log).next();
      for (Fact fact : Arrays.asList(facts)) {
        entries.add(new Entry(number++, term, fact));
      }
      store.log(log).append(entries);
    }
  }
}
