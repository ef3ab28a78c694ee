package trainer.container.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogStreamingTest {
  @TempDir Path folder;
  private Path local;
  private Path copy;
  private LogFolder target;

  @BeforeEach
  void make() throws IOException {
    local = Files.createDirectory(folder.resolve("local"));
    copy = folder.resolve("job/logs/worker-0/container_1");
    target = LogFolder.of(copy.toUri().toString(), new Configuration(false));
    target.make();
  }

  @Test
  void whatIsWrittenIsFlushedAndAtTheEndIdentical() throws IOException {
    LogCopy log = new LogCopy(local, target, "log");
    log.advance();
    write("log", "one\n");
    log.advance();
    assertThat(copy.resolve("log")).hasContent("one\n");
    write("log", "two\n");
    log.advance();
    write("log", "three\n");
    log.complete();
    assertThat(copy.resolve("log")).hasSameBinaryContentAs(local.resolve("log"));
  }

  @Test
  void filesAndFoldersArePrivate() throws IOException {
    write("log", "one\n");
    LogCopy log = new LogCopy(local, target, "log");
    log.complete();
    assertThat(Files.getPosixFilePermissions(copy.resolve("log")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    for (String made : new String[] {"job", "job/logs", "job/logs/worker-0"}) {
      assertThat(Files.getPosixFilePermissions(folder.resolve(made)))
          .as(made)
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }
    assertThat(copy.resolve(".log.crc")).doesNotExist();
  }

  @Test
  void theHelperCompletesWhatAKilledProcessLeft() throws Exception {
    write("stdout", "");
    write("log", "one\n");
    LogCopy log = new LogCopy(local, target, "log");
    log.advance();
    write("log", "two\n");
    write("stderr", "Killed\n");
    LogsMain.upload(local, target, Duration.ofMinutes(1));
    for (String name : new String[] {"log", "stderr"}) {
      assertThat(copy.resolve(name)).hasSameBinaryContentAs(local.resolve(name));
    }
  }

  @Test
  void aCopyThatIsLongerThanTheLogIsMadeAnew() throws IOException {
    Files.writeString(copy.resolve("log"), "something else altogether\n");
    write("log", "one\n");
    new LogCopy(local, target, "log").complete();
    assertThat(copy.resolve("log")).hasContent("one\n");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(
        local.resolve(name), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
