package trainer.client.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a killed embedded run left is cleared away by the next one, and nothing else is. */
class ScratchFolderTest {
  private static final long NOBODY = 999_999_999_999L;

  @TempDir private Path temporary;

  private Path folder(String name) throws IOException {
    Path folder = Files.createDirectories(temporary.resolve(name));
    Files.createDirectories(folder.resolve("hdfs/data"));
    Files.writeString(folder.resolve("hdfs/data/blk_1"), "bytes");
    return folder;
  }

  private static Path made(Path folder, Instant at) throws IOException {
    return Files.setLastModifiedTime(folder, FileTime.from(at));
  }

  private static ProcessHandle ourselves() {
    return ProcessHandle.current();
  }

  @Test
  void theFolderOfAProcessThatIsGoneIsDeleted() throws IOException {
    Path left = folder("trainer-embedded-" + NOBODY + "-17");
    ScratchFolder.clearLeftovers(temporary);
    assertThat(left).doesNotExist();
  }

  @Test
  void theFolderOfAProcessThatLivesStays() throws IOException {
    Path used = folder("trainer-embedded-" + ourselves().pid() + "-17");
    ScratchFolder.clearLeftovers(temporary);
    assertThat(used.resolve("hdfs/data/blk_1")).exists();
  }

  @Test
  void aProcessThatBeganAfterTheFolderIsNotItsOwner() throws IOException {
    Instant before = ourselves().info().startInstant().orElseThrow().minus(Duration.ofMinutes(1));
    Path left = made(folder("trainer-embedded-" + ourselves().pid() + "-17"), before);
    ScratchFolder.clearLeftovers(temporary);
    assertThat(left).doesNotExist();
  }

  @Test
  void whatHasAnotherNameStays() throws IOException {
    Path other = folder("trainer-embedded-" + NOBODY);
    ScratchFolder.clearLeftovers(temporary);
    assertThat(other).exists();
  }
}
