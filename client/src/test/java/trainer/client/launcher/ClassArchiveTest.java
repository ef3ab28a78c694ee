package trainer.client.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With shell scripts for Java: what the JVM makes of the flags is its own affair. */
class ClassArchiveTest {
  private static final String MAKES_IT =
      """
      #!/bin/sh
      for a in "$@"; do
        case $a in
          -XX:SharedClassListFile=*) list=${a#*=} ;;
          -XX:SharedArchiveFile=*) archive=${a#*=} ;;
        esac
      done
      cat "$list" > "$archive"
      """;

  @TempDir Path bundle;

  @BeforeEach
  void aBundle() throws IOException {
    Files.createDirectories(bundle.resolve("lib"));
  }

  @Test
  void theFirstStartRecordsAndMakesNothing() throws IOException {
    ClassArchive archive = archive(MAKES_IT);

    assertThat(archive.flags()).anyMatch(flag -> flag.startsWith("-XX:DumpLoadedClassList="));
    archive.beginMaking();
    archive.endMaking(true);

    assertThat(files()).isEmpty();
  }

  @Test
  void whatAKilledLauncherLeftHalfMadeGoesAndWhatAnotherIsMakingStays() throws IOException {
    ClassArchive archive = archive(MAKES_IT);
    leaveLists(archive);
    Path left = Files.createDirectory(folder(archive).resolve("archive-1"));
    Files.createFile(left.resolve("all.list"));
    Files.setLastModifiedTime(
        left, FileTime.fromMillis(System.currentTimeMillis() - Duration.ofDays(1).toMillis()));
    Files.createDirectory(folder(archive).resolve("archive-2"));

    archive.beginMaking();
    archive.endMaking(true);

    assertThat(files()).hasSize(3).contains("made", "archive-2").doesNotContain("archive-1");
  }

  @Test
  void onceEveryRoleHasLeftItsListTheArchiveIsMadeOfAllAndUsed() throws IOException {
    ClassArchive archive = archive(MAKES_IT);
    leaveLists(archive);

    archive.beginMaking();
    archive.endMaking(true);

    assertThat(archive.classPath()).as("for the next start").endsWith("/lib/*");
    ClassArchive next = archive(MAKES_IT);
    List<String> made = Files.readAllLines(folder(archive).resolve("made"));
    assertThat(files()).hasSize(2).contains("made");
    assertThat(next.flags())
        .contains("-XX:SharedArchiveFile=" + made.get(0))
        .containsSubsequence("-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0");
    assertThat(next.classPath()).isEqualTo(made.get(2));
    assertThat(Files.readAllLines(Path.of(made.get(0))))
        .containsExactly("java/lang/Object", "client", "master", "pserver", "worker");
  }

  @Test
  void withoutTheJarItIsMadeAnew() throws IOException {
    ClassArchive archive = archive(MAKES_IT);
    leaveLists(archive);
    archive.beginMaking();
    archive.endMaking(true);
    Files.delete(Path.of(Files.readAllLines(folder(archive).resolve("made")).get(2)));

    ClassArchive next = archive(MAKES_IT);
    assertThat(next.classPath()).endsWith("/lib/*");
    assertThat(next.flags()).anyMatch(flag -> flag.startsWith("-XX:DumpLoadedClassList="));
    leaveLists(next);
    next.beginMaking();
    next.endMaking(true);

    assertThat(archive(MAKES_IT).classPath()).endsWith("/libraries.jar");
  }

  @Test
  void listsThatJavaCannotReadAreWrittenAnew() throws IOException {
    ClassArchive archive = archive("#!/bin/sh\nexit 1\n");
    leaveLists(archive);

    archive.beginMaking();
    archive.endMaking(true);

    assertThat(files()).isEmpty();
  }

  @Test
  void whatIsNotFinishedWithTheClientIsGivenUp() throws IOException {
    ClassArchive archive = archive("#!/bin/sh\nexec sleep 60\n");
    leaveLists(archive);

    archive.beginMaking();
    archive.endMaking(false);

    assertThat(files()).hasSize(4).noneMatch(name -> name.startsWith("archive"));
  }

  @Test
  void anotherJavaHasAnotherFolder() throws IOException {
    assertThat(folder(archive(MAKES_IT))).isNotEqualTo(folder(archive("#!/bin/sh\nexit 3\n")));
  }

  private ClassArchive archive(String script) throws IOException {
    Path java = bundle.resolve("java-" + script.hashCode());
    if (!Files.exists(java)) { // its time is in the folder's name
      Files.writeString(java, script);
      Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    }
    return new ClassArchive(bundle.toFile(), new JavaHome(java.toString(), 17));
  }

  private static void leaveLists(ClassArchive archive) throws IOException {
    Path folder = folder(archive);
    for (String role : List.of("client", "master", "pserver", "worker")) {
      Files.writeString(folder.resolve(role + ".list"), "java/lang/Object\n" + role + "\n");
    }
  }

  private static Path folder(ClassArchive archive) throws IOException {
    String property = "-Dtrainer.classes=";
    return archive.flags().stream()
        .filter(flag -> flag.startsWith(property))
        .map(flag -> Path.of(flag.substring(property.length())))
        .findFirst()
        .orElseThrow();
  }

  private List<String> files() throws IOException {
    Path classes = bundle.resolve("classes");
    try (Stream<Path> walk = Files.walk(classes, 2)) {
      return walk.filter(path -> classes.relativize(path).getNameCount() == 2)
          .map(path -> path.getFileName().toString())
          .toList();
    }
  }
}
