package trainer.container.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {
  private static final Path FULL = new Path("/dev/full");

  private final List<Duration> pauses = new ArrayList<>();
  private final RetryPolicy patience = new RetryPolicy(Duration.ofSeconds(5), pauses::add);

  private static int write(FileSystem files) throws IOException {
    try (OutputStream out = files.append(FULL)) {
      out.write(1);
    }
    return 1;
  }

  @Test
  void aLocalDiskWithoutSpaceIsTriedAgainAndNoErrorOfTheProcess() throws IOException {
    LocalFileSystem local = FileSystem.getLocal(new Configuration());
    FileSystem raw = local.getRawFileSystem();
    assertThatThrownBy(() -> patience.until("writing", () -> write(raw)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No space left on device");
    assertThat(pauses).hasSizeGreaterThan(3);
  }

  @Test
  void whatIsDoneInTheEndIsDone() throws IOException {
    FileSystem raw = FileSystem.getLocal(new Configuration()).getRawFileSystem();
    int done = patience.until("writing", () -> pauses.size() < 2 ? write(raw) : 7);
    assertThat(done).isEqualTo(7);
    assertThat(pauses).hasSize(2);
  }

  @Test
  void theFirstFailureOfACallThatIsRepeatedIsReported() throws IOException {
    List<Exception> reported = new ArrayList<>();
    FileSystem raw = FileSystem.getLocal(new Configuration()).getRawFileSystem();
    patience.reporting(reported::add).until("writing", () -> pauses.size() < 2 ? write(raw) : 7);
    assertThat(reported).singleElement().asString().contains("No space left on device");
  }

  @Test
  void aFileThatTheProcessHasNoDescriptorForIsTriedAgain() throws IOException {
    FileNotFoundException limit = new FileNotFoundException("/a (Too many open files)");
    int done =
        patience.until(
            "reading",
            () -> {
              if (pauses.size() < 2) {
                throw limit;
              }
              return 7;
            });
    assertThat(done).isEqualTo(7);
  }
}
