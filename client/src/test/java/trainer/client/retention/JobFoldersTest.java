package trainer.client.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobFoldersTest {
  private static final String ENDED =
      "{\"formatVersion\":1,\"state\":\"EXITED\",\"states\":[{\"name\":\"EXITED\",\"at\":5000}],"
          + "\"modelLocation\":\"%s\"}";

  @TempDir private Path root;

  private JobFolders folders() {
    Configuration hadoop = new Configuration(false);
    return new JobFolders(
        hadoop,
        List.of(root.toUri().toString()),
        "alice",
        new ApplicationLife(hadoop, application -> application.endsWith("9")));
  }

  private Path report(String application, String model) throws IOException {
    Path job = Files.createDirectories(root.resolve(application).resolve("jobs/1"));
    return Files.writeString(job.resolve("report.json"), String.format(ENDED, model));
  }

  private StoredFolder only() throws IOException {
    List<StoredFolder> found = folders().read(Long.MAX_VALUE);
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  @Test
  void anEndIsThatOfTheReport() throws IOException {
    report("application_17_0001", "hdfs://nn/models/clicks");
    assertThat(only().state()).isEqualTo("EXITED");
    assertThat(only().endedAt()).isEqualTo(5000);
    assertThat(only().holdsModel()).isFalse();
    assertThat(folders().bytes(only())).isEqualTo(ENDED.length() - 2 + 23);
  }

  @Test
  void aFolderThatNobodyKnowsAndWithoutAReportHasNoKnownEnd() throws IOException {
    Files.createDirectories(root.resolve("application_17_0001/jobs/1"));
    assertThat(only().state()).isEqualTo(StoredFolder.UNKNOWN);
  }

  @Test
  void aJobThatRunsIsNoEndedOneWhateverItsReport() throws IOException {
    report("application_17_0009", "");
    assertThat(only().state()).isEqualTo("RUNNING");
  }

  @Test
  void aLocalRunWithoutProcessesHasEnded() throws IOException {
    Files.createDirectories(root.resolve("local_17_999999999/jobs/1"));
    assertThat(only().state()).isEqualTo("FAILED");
    Files.createDirectories(root.resolve("local_17_999999999/fleet"));
    Files.writeString(root.resolve("local_17_999999999/fleet/host"), "elsewhere\n");
    assertThat(only().state()).isEqualTo(StoredFolder.UNKNOWN);
  }

  @Test
  void findsAModelInTheFolder() throws IOException {
    report("application_17_0001", root.resolve("application_17_0001/model").toUri().toString());
    assertThat(only().holdsModel()).isTrue();
  }

  @Test
  void passesOverWhatIsNoJob() throws IOException {
    Files.createDirectories(root.resolve("models/jobs/1"));
    Files.createDirectories(root.resolve(".deleted-application_17_0001/jobs/1"));
    Files.writeString(root.resolve("application_17_0002"), "a file");
    assertThat(folders().read(Long.MAX_VALUE)).isEmpty();
  }

  @Test
  void deletesAFolderAndTheRestOfOthers() throws IOException {
    report("application_17_0001", "");
    Files.createDirectories(root.resolve(".deleted-application_17_0002/logs"));
    Files.createDirectories(root.resolve(".deleted-notes"));
    StoredFolder folder = only();
    assertThat(folders().delete(folder)).isTrue();
    assertThat(folders().delete(folder)).as("it is gone").isFalse();
    folders().finishDeletions();
    try (var left = Files.list(root)) {
      assertThat(left.map(Path::getFileName)).containsExactly(Path.of(".deleted-notes"));
    }
  }
}
