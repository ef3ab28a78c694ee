package trainer.client.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With shell scripts for Java: what the JVM makes of the flags is shown by a cluster test. */
class AotCachesTest {
  private static final String MAKES_IT =
      """
      #!/bin/sh
      for a in "$@"; do
        case $a in
          -XX:AOTConfiguration=*) recording=${a#*=} ;;
          -XX:AOTCache=*) cache=${a#*=} ;;
        esac
      done
      echo "$@" > "$0.flags"
      grep -q whole "$recording" && cat "$recording" > "$cache"
      """;

  @TempDir Path folder;

  @Test
  void aCacheIsMadeOfEachRecordingAndNothingIsRecordedAgain() throws Exception {
    record("worker", "whole worker");
    AotCaches caches = caches(MAKES_IT);

    caches.beginMaking();
    caches.endMaking(true);

    assertThat(folder.resolve("worker.aot")).hasContent("whole worker");
    assertThat(folder.resolve("worker.aotconf")).isEmptyFile();
    assertThat(Files.readString(folder.resolve("java.flags")))
        .contains("--enable-native-access=ALL-UNNAMED", "-XX:AOTMode=create", "-cp a.jar:b.jar");
    assertThat(files())
        .containsExactlyInAnyOrder("java", "java.flags", "worker.aot", "worker.aotconf");
  }

  @Test
  void aRecordingThatWasCutShortIsNotTriedAgainAndTheOtherIsUsed() throws Exception {
    record("pserver", "half");
    record("worker", "whole");
    AotCaches caches = caches(MAKES_IT);

    caches.beginMaking();
    caches.endMaking(true);

    assertThat(folder.resolve("pserver.aotconf")).isEmptyFile();
    assertThat(folder.resolve("pserver.aot")).doesNotExist();
    assertThat(folder.resolve("worker.aot")).exists();

    Files.delete(folder.resolve("java.flags"));
    AotCaches next = caches(MAKES_IT);
    next.beginMaking();
    next.endMaking(true);
    assertThat(folder.resolve("java.flags")).as("nothing to make").doesNotExist();
  }

  @Test
  void whatIsNotFinishedWithTheClientIsMadeByTheNext() throws Exception {
    record("worker", "whole");
    AotCaches slow = caches("#!/bin/sh\nexec sleep 600\n");
    slow.beginMaking();
    slow.endMaking(false);
    assertThat(folder.resolve("worker.aotconf")).hasContent("whole");
    assertThat(files()).containsExactlyInAnyOrder("java", "worker.aotconf");

    AotCaches next = caches(MAKES_IT);
    next.beginMaking();
    next.endMaking(true);
    assertThat(folder.resolve("worker.aot")).exists();
  }

  @Test
  void aRunThatFailedIsNoRecording() throws Exception {
    record("pserver", "whole");
    AotCaches caches = caches("#!/bin/sh\nexit 1\n");
    caches.beginMaking();
    record("worker", "whole");
    caches.endMaking(false);

    assertThat(folder.resolve("worker.aotconf")).doesNotExist();
    assertThat(folder.resolve("pserver.aotconf")).as("of an earlier run").exists();
  }

  private void record(String role, String text) throws IOException {
    Files.writeString(folder.resolve(role + ".aotconf"), text);
  }

  private AotCaches caches(String script) throws IOException {
    Path java = Files.writeString(folder.resolve("java"), script);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    return new AotCaches(folder, "a.jar:b.jar", new JavaHome(java.toString(), 25));
  }

  private Stream<String> files() throws IOException {
    try (Stream<Path> list = Files.list(folder)) {
      return list.map(path -> path.getFileName().toString()).toList().stream();
    }
  }
}
