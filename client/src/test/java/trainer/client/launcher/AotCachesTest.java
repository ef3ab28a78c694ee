package trainer.client.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
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

  private static final String WHOLE = "a whole recording, longer than what takes its place";

  @TempDir Path folder;

  @Test
  void aCacheIsMadeOfEachRecordingWhosePlaceItsLengthTakes() throws Exception {
    record("worker", WHOLE);
    AotCaches caches = caches(MAKES_IT);

    caches.startBuild();
    caches.endBuild(true);

    assertThat(folder.resolve("worker.aot")).hasContent(WHOLE);
    assertThat(folder.resolve("worker.aotconf")).hasContent(String.valueOf(WHOLE.length()));
    assertThat(Files.readString(folder.resolve("java.flags")))
        .contains("--enable-native-access=ALL-UNNAMED", "-XX:AOTMode=create", "-cp a.jar:b.jar");
    assertThat(files())
        .containsExactlyInAnyOrder("java", "java.flags", "worker.aot", "worker.aotconf");
  }

  @Test
  void aRecordingThatJavaRefusesIsNotTriedAgainAndTheOtherIsUsed() throws Exception {
    record("pserver", "what no cache can be made of, by whoever tries");
    record("worker", WHOLE);
    AotCaches caches = caches(MAKES_IT);

    caches.startBuild();
    caches.endBuild(true);

    assertThat(folder.resolve("pserver.aotconf")).hasContent("0");
    assertThat(folder.resolve("pserver.aot")).doesNotExist();
    assertThat(folder.resolve("worker.aot")).exists();

    Files.delete(folder.resolve("java.flags"));
    AotCaches next = caches(MAKES_IT);
    next.startBuild();
    next.endBuild(true);
    assertThat(folder.resolve("java.flags")).as("nothing to make").doesNotExist();
  }

  @Test
  void whatIsNotFinishedWithTheClientIsMadeByTheNext() throws Exception {
    assertThatTheNextMakesItAfter("#!/bin/sh\nexec sleep 600\n", false);
  }

  @Test
  void whatASignalEndsIsMadeByTheNext() throws Exception {
    assertThatTheNextMakesItAfter("#!/bin/sh\nkill -INT $$\n", true);
  }

  @Test
  void whatCannotBeKeptIsMadeByTheNext() throws Exception {
    assertThatTheNextMakesItAfter("#!/bin/sh\nexit 0\n", true); // and there is no file
  }

  private void assertThatTheNextMakesItAfter(String script, boolean patient) throws Exception {
    record("worker", WHOLE);
    AotCaches first = caches(script);
    first.startBuild();
    first.endBuild(patient);
    assertThat(folder.resolve("worker.aotconf")).hasContent(WHOLE);
    assertThat(files()).containsExactlyInAnyOrder("java", "worker.aotconf");

    AotCaches next = caches(MAKES_IT);
    next.startBuild();
    next.endBuild(true);
    assertThat(folder.resolve("worker.aot")).exists();
  }

  @Test
  void whatJavaLeavesBehindIsNotWhereItsUserIs() throws Exception {
    record("worker", WHOLE);
    AotCaches caches = caches("#!/bin/sh\npwd > $0.where\nexit 1\n");

    caches.startBuild();
    caches.endBuild(true);

    assertThat(Files.readString(folder.resolve("java.where"))).startsWith(folder + "/aot-");
  }

  private void record(String role, String text) throws IOException {
    Files.writeString(folder.resolve(role + ".aotconf"), text);
  }

  private AotCaches caches(String script) throws IOException {
    Path java = Files.writeString(folder.resolve("java"), script);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    return new AotCaches(folder, "a.jar:b.jar", new JavaHome(java.toString(), 25));
  }

  private List<String> files() throws IOException {
    try (Stream<Path> list = Files.list(folder)) {
      return list.map(path -> path.getFileName().toString()).toList();
    }
  }
}
