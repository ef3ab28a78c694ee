package trainer.journal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobState;

class ReportFileTest {
  @TempDir Path temp;

  private FileSystem files;
  private org.apache.hadoop.fs.Path report;

  @BeforeEach
  void open() throws IOException {
    files = FileSystem.get(temp.toUri(), new Configuration());
    report = ReportFile.in(temp.toUri().toString());
  }

  private JobState end() throws IOException {
    return ReportFile.end(files, report).map(ReportFile.End::state).orElse(null);
  }

  @Test
  void isReplacedAndSaysHowTheJobEnded() throws IOException {
    assertThat(end()).isNull();
    ReportFile.write(files, report, "{\"state\":\"RUNNING\"}");
    assertThat(end()).isNull();
    ReportFile.write(files, report, "{\"state\":\"EXITED\",\"failure\":null}");
    assertThat(end()).isEqualTo(JobState.EXITED);
    assertThat(temp.resolve("_report.json")).doesNotExist();
    Files.delete(temp.resolve(".report.json.crc"));
    Files.writeString(temp.resolve("report.json"), "{ cut");
    assertThat(end()).isNull();
  }

  @Test
  void givesTheFailureInTheSameWords() throws IOException {
    Failure failure = new Failure(FailureKind.INPUT_GONE, "it is gone", "/in", "restore it");
    ReportFile.write(
        files,
        report,
        "{\"state\":\"FAILED\",\"failure\":{\"kind\":\"INPUT_GONE\",\"message\":\""
            + failure.message()
            + "\"}}");
    Failure told = ReportFile.end(files, report).orElseThrow().failure();
    assertThat(told.kind()).isEqualTo(FailureKind.INPUT_GONE);
    assertThat(told.message()).isEqualTo(failure.message());
  }
}
