package trainer.appmaster.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.job.JobState;

class ReportFileTest {
  @TempDir Path temp;

  @Test
  void isReplacedAndSaysHowTheJobEnded() throws IOException {
    FileSystem files = FileSystem.get(temp.toUri(), new Configuration());
    org.apache.hadoop.fs.Path report = ReportFile.in(temp.toUri().toString());
    assertThat(ReportFile.says(files, report, JobState.EXITED)).isFalse();
    ReportFile.write(files, report, "{\"state\":\"RUNNING\"}");
    assertThat(ReportFile.says(files, report, JobState.EXITED)).isFalse();
    ReportFile.write(files, report, "{\"state\":\"EXITED\"}");
    assertThat(ReportFile.says(files, report, JobState.EXITED)).isTrue();
    assertThat(temp.resolve("_report.json")).doesNotExist();
    Files.delete(temp.resolve(".report.json.crc"));
    Files.writeString(temp.resolve("report.json"), "{ cut");
    assertThat(ReportFile.says(files, report, JobState.EXITED)).isFalse();
  }
}
