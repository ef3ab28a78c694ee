package trainer.container.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputClaimTest {
  private static final OutputClaim FIRST =
      new OutputClaim(
          "local_1_2.1", "alice", "", new ProcessMark("host", "boot", "pid:[1]", 7, 99));
  private static final OutputClaim SECOND =
      new OutputClaim("app.1", "bob", "rm:8032", ProcessMark.NONE);

  @TempDir private java.nio.file.Path folder;

  private FileSystem files;
  private Path output;

  @BeforeEach
  void opens() throws IOException {
    output = new Path(folder.toUri().toString(), "model");
    Configuration hadoop = new Configuration(false);
    LocalFiles.use(hadoop);
    files = output.getFileSystem(hadoop);
  }

  @Test
  void isGivenToTheFirstOfTwoJobs() throws IOException {
    assertThat(OutputClaim.read(files, output)).isEmpty();
    assertThat(FIRST.put(files, output)).isTrue();
    assertThat(SECOND.put(files, output)).isFalse();
    assertThat(OutputClaim.read(files, output)).contains(FIRST);
  }

  @Test
  void isReleasedByItsOwnJobAlone() throws IOException {
    FIRST.put(files, output);
    OutputClaim.release(files, output, SECOND.job());
    assertThat(OutputClaim.read(files, output)).contains(FIRST);
    OutputClaim.release(files, output, FIRST.job());
    assertThat(SECOND.put(files, output)).isTrue();
    OutputClaim.release(files, output, SECOND.job());
    try (var left = Files.list(folder)) {
      assertThat(left).as("its checksum, too").isEmpty();
    }
  }

  @Test
  void thatWasNotWrittenToItsEndIsReadAsFarAsItGoes() throws IOException {
    files.create(OutputClaim.place(output)).close();
    assertThat(OutputClaim.read(files, output))
        .contains(new OutputClaim("", "", "", ProcessMark.NONE));
  }

  @Test
  void isDroppedOnlyWhileItIsStillTheSame() throws IOException {
    FIRST.put(files, output);
    assertThat(FIRST.drop(files, output, "third")).isTrue();
    SECOND.put(files, output);
    assertThat(FIRST.drop(files, output, "third")).isTrue();
    assertThat(OutputClaim.read(files, output)).contains(SECOND);
    try (var left = Files.list(folder)) {
      assertThat(left).hasSize(1);
    }
  }
}
