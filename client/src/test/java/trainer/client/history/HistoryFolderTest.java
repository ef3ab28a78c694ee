package trainer.client.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.journal.report.ReportFile;

class HistoryFolderTest {
  private static final String FIRST = "application_1_0001";
  private static final String SECOND = "application_1_0002";

  @TempDir private Path root;

  private Path report(String application, String state, long changedAt) throws IOException {
    Path report = root.resolve(application).resolve("jobs/1/report.json");
    Files.createDirectories(report.getParent());
    Files.writeString(report, "{\"state\": \"" + state + "\"}");
    return Files.setLastModifiedTime(report, FileTime.fromMillis(changedAt));
  }

  @Test
  void followsReportsThatChangeAndFoldersThatGo() throws Exception {
    HistoryFolder folder =
        new HistoryFolder(
            FileSystem.getLocal(new Configuration()), new org.apache.hadoop.fs.Path(root.toUri()));
    report(FIRST, "EXITED", 1000);
    report(SECOND, "EXITED", 1000);
    folder.refresh();
    assertThat(folder.jobs()).extracting(HistoryEntry::state).containsExactly("EXITED", "EXITED");

    Path first = report(FIRST, "FAILED", 2000);
    FileUtil.fullyDelete(root.resolve(SECOND).toFile());
    assertThat(folder.text(SECOND + ".1", ReportFile.NAME)).isEmpty();
    folder.refresh();
    assertThat(folder.jobs()).extracting(HistoryEntry::jobId).containsExactly(FIRST + ".1");
    assertThat(folder.jobs()).extracting(HistoryEntry::state).containsExactly("FAILED");
    assertThat(folder.text(FIRST + ".1", ReportFile.NAME))
        .hasValueSatisfying(r -> assertThat(r).contains("FAILED"));

    Files.delete(first);
    folder.refresh();
    assertThat(folder.jobs()).extracting(HistoryEntry::state).containsExactly(HistoryEntry.UNKNOWN);
  }
}
