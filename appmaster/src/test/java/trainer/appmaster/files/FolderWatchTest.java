package trainer.appmaster.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobFolder;
import trainer.core.job.JobId;

class FolderWatchTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);

  @TempDir private Path root;
  private final AwayFiles files = new AwayFiles();
  private FolderWatch watch;
  private long seconds;
  private boolean isJournaled;

  /** The local files, unless the storage is away. */
  private static final class AwayFiles extends FilterFileSystem {
    private boolean away;

    AwayFiles() {
      super(local());
    }

    private static FileSystem local() {
      try {
        return FileSystem.getLocal(new Configuration()).getRaw();
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }

    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
      requireHere();
      return super.getFileStatus(path);
    }

    @Override
    public FileStatus[] listStatus(org.apache.hadoop.fs.Path path) throws IOException {
      requireHere();
      return super.listStatus(path);
    }

    private void requireHere() throws IOException {
      if (away) {
        throw new IOException("connection refused");
      }
    }
  }

  @BeforeEach
  void fill() throws IOException {
    write("jobs/1/job.avro");
    write("fleet/trainer-hadoop.properties");
    watch =
        new FolderWatch(
            files,
            new JobFolder(root.toUri().toString()),
            JOB,
            () -> isJournaled,
            Duration.ofSeconds(60));
  }

  private void write(String name) throws IOException {
    Files.createDirectories(root.resolve(name).getParent());
    Files.writeString(root.resolve(name), "");
  }

  private Failure after(int more) {
    seconds += more;
    return watch.check(TimeUnit.SECONDS.toNanos(seconds)).orElse(null);
  }

  private void assertGone(String path, Failure failure) {
    assertThat(failure).isNotNull();
    assertThat(failure.kind()).isEqualTo(FailureKind.STORAGE_FAILED);
    assertThat(failure.what()).startsWith("the job's folder is gone");
    assertThat(failure.where()).endsWith(path);
  }

  @Test
  void aFolderThatIsThereIsNotGone() {
    assertThat(after(0)).isNull();
    assertThat(after(600)).isNull();
  }

  @Test
  void oneThatStaysMissingIsGoneWhenThePatienceIsOver() throws IOException {
    assertThat(after(0)).isNull();
    Files.delete(root.resolve("jobs/1/job.avro"));
    assertThat(after(5)).isNull();
    assertThat(after(59)).isNull();
    assertGone("jobs/1/job.avro", after(1));
  }

  @Test
  void oneThatIsBackInTimeIsNotGone() throws IOException {
    Files.delete(root.resolve("jobs/1/job.avro"));
    assertThat(after(0)).isNull();
    write("jobs/1/job.avro");
    assertThat(after(50)).isNull();
    Files.delete(root.resolve("jobs/1/job.avro"));
    assertThat(after(50)).isNull();
  }

  @Test
  void theFleetsFolderBelongsToIt() throws IOException {
    Files.delete(root.resolve("fleet/trainer-hadoop.properties"));
    assertThat(after(0)).isNull();
    assertGone("fleet/trainer-hadoop.properties", after(60));
  }

  @Test
  void aJournalThatWasBegunAndIsNotThereIsGone() throws IOException {
    assertThat(after(0)).isNull();
    assertThat(after(90)).as("it was not begun").isNull();
    isJournaled = true;
    write("jobs/1/state/journal-1-0.avro");
    write("fleet/journal-1-0.avro");
    assertThat(after(90)).isNull();
    Files.delete(root.resolve("jobs/1/state/journal-1-0.avro"));
    assertThat(after(5)).isNull();
    assertGone("jobs/1/state", after(60));
  }

  @Test
  void aStorageThatIsAwayMeansNothing() throws IOException {
    Files.delete(root.resolve("jobs/1/job.avro"));
    assertThat(after(0)).isNull();
    files.away = true;
    assertThat(after(100)).isNull();
    files.away = false;
    assertThat(after(5)).isNull();
    assertGone("jobs/1/job.avro", after(60));
  }

  @Test
  void aMasterBeginsNothingWhereItIsGone() throws IOException {
    assertThat(watch.missing()).isEmpty();
    Files.delete(root.resolve("fleet/trainer-hadoop.properties"));
    assertGone("fleet/trainer-hadoop.properties", watch.missing().orElse(null));
  }
}
