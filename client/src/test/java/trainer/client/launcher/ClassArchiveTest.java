package trainer.client.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
      chmod 444 "$archive"
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
    archive.startBuild();
    archive.endBuild(true);

    assertThat(files()).isEmpty();
  }

  @Test
  void whatAKilledLauncherLeftHalfMadeGoesLaterOrOnceAnotherHasMadeIt() throws IOException {
    ClassArchive failing = archive("#!/bin/sh\nexit 1\n");
    leaveHalfMade(failing);
    failing.startBuild();
    failing.endBuild(true);
    assertThat(files(failing)).as("archive-2 may be being made").containsExactly("archive-2");

    ClassArchive archive = archive(MAKES_IT);
    leaveHalfMade(archive);
    archive.startBuild();
    archive.endBuild(true);
    assertThat(files(archive)).hasSize(2).contains("made").doesNotContain("archive-2");
  }

  private static void leaveHalfMade(ClassArchive archive) throws IOException {
    leaveLists(archive);
    Path left = Files.createDirectory(folder(archive).resolve("archive-1"));
    Files.createFile(left.resolve("all.list"));
    Files.setLastModifiedTime(
        left, FileTime.fromMillis(System.currentTimeMillis() - Duration.ofDays(1).toMillis()));
    Files.createFile(Files.createDirectory(folder(archive).resolve("archive-2")).resolve("a"));
  }

  @Test
  void ofTwoThatMakeItTheFirstIsKept() throws IOException {
    ClassArchive first = archive(MAKES_IT);
    leaveLists(first);
    ClassArchive second = archive(MAKES_IT);
    first.startBuild();
    second.startBuild();

    first.endBuild(true);
    String made = Files.readString(folder(first).resolve("made"));
    second.endBuild(true);

    assertThat(folder(first).resolve("made")).hasContent(made);
    assertThat(files()).hasSize(2);
    assertThat(archive(MAKES_IT).classPath()).endsWith("/libraries.jar");
  }

  @Test
  void whatAnotherHasMadeSinceIsNotMadeAgain() throws IOException {
    ClassArchive late = archive(MAKES_IT);
    leaveLists(late);
    ClassArchive first = archive(MAKES_IT);
    first.startBuild();
    first.endBuild(true);
    leaveLists(late);

    late.startBuild();

    assertThat(files()).as("its own, made, lists").hasSize(2 + 4);
  }

  @Test
  void onceEveryRoleHasLeftItsListTheArchiveIsMadeOfAllAndUsed() throws IOException {
    ClassArchive archive = archive(MAKES_IT);
    leaveLists(archive);

    archive.startBuild();
    archive.endBuild(true);

    assertThat(archive.classPath()).as("for the next start").endsWith("/lib/*");
    ClassArchive next = archive(MAKES_IT);
    List<String> made = Files.readAllLines(folder(archive).resolve("made"));
    assertThat(files()).hasSize(2).contains("made");
    assertThat(next.flags())
        .contains("-XX:SharedArchiveFile=" + made.get(0))
        .containsSubsequence(
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:ArchiveRelocationMode=0");
    assertThat(next.classPath()).isEqualTo(made.get(2));
    assertThat(Files.readAllLines(Path.of(made.get(0))))
        .containsExactly("java/lang/Object", "client", "master", "pserver", "worker");
  }

  @Test
  void onceItIsMadeCachesAreMadeOfRecordingsBesideIt() throws IOException {
    List<String> made = Files.readAllLines(made());
    Path recording = Path.of(made.get(0)).resolveSibling("worker.aotconf");
    Files.writeString(recording, "a recording, longer than what takes its place");

    ClassArchive next = archive(MAKES_IT);
    next.startBuild();
    next.endBuild(true);

    assertThat(recording).as("that this Java makes no cache of").hasContent("0");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void whatHasLostItsEndIsMadeAnew(int line) throws IOException {
    Path made = made();
    Path file = Path.of(Files.readAllLines(made).get(line));
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 1));

    assertThatItIsMadeAnew();
  }

  @Test
  void withoutTheJarItIsMadeAnew() throws IOException {
    Files.delete(Path.of(Files.readAllLines(made()).get(2)));

    assertThatItIsMadeAnew();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a", "\u00ff", "a\nb\nc\nd\ne\n", "\0\nb\n\0\n1\n1\n", "/\nb\n/\nmany\n1\n"})
  void aMadeThatIsDamagedIsAsNone(String text) throws IOException {
    Files.write(made(), text.getBytes(StandardCharsets.ISO_8859_1));

    assertThatItIsMadeAnew();
  }

  @Test
  void aMadeThatCannotBeReadIsAsNone() throws IOException {
    Path made = made();
    Files.delete(made);
    Files.createDirectory(made);

    assertThat(archive(MAKES_IT).classPath()).endsWith("/lib/*");
  }

  private Path made() throws IOException {
    ClassArchive archive = archive(MAKES_IT);
    leaveLists(archive);
    archive.startBuild();
    archive.endBuild(true);
    assertThat(archive(MAKES_IT).classPath()).endsWith("/libraries.jar");
    return folder(archive).resolve("made");
  }

  private void assertThatItIsMadeAnew() throws IOException {
    ClassArchive next = archive(MAKES_IT);
    assertThat(next.classPath()).endsWith("/lib/*");
    assertThat(next.flags()).anyMatch(flag -> flag.startsWith("-XX:DumpLoadedClassList="));
    leaveLists(next);
    next.startBuild();
    next.endBuild(true);

    assertThat(archive(MAKES_IT).classPath()).endsWith("/libraries.jar");
    assertThat(files()).hasSize(2);
  }

  @Test
  void listsThatJavaCannotReadAreWrittenAnew() throws IOException {
    ClassArchive archive = archive("#!/bin/sh\nexit 1\n");
    leaveLists(archive);

    archive.startBuild();
    archive.endBuild(true);

    assertThat(files()).isEmpty();
  }

  @Test
  void whatCannotBeWrittenIsNotTriedAgainBeforeTheListsAreThere() throws IOException {
    ClassArchive archive = archive(MAKES_IT);
    leaveLists(archive);
    Files.writeString(bundle.resolve("lib/damaged.jar"), "no jar");

    archive.startBuild();
    archive.endBuild(true);

    assertThat(files()).isEmpty();
  }

  @Test
  void withoutLibrariesNothingIsMade() throws IOException {
    ClassArchive archive = archive(MAKES_IT);
    leaveLists(archive);
    Files.delete(bundle.resolve("lib"));

    archive.startBuild();
    archive.endBuild(true);

    assertThat(files()).isEmpty();
  }

  @Test
  @Timeout(120)
  void whatIsNotFinishedWithTheClientIsGivenUp() throws Exception {
    ClassArchive archive =
        archive("#!/bin/sh\necho $$ > $0.new\nmv $0.new $0.pid\nexec sleep 600\n");
    leaveLists(archive);

    archive.startBuild();
    ProcessHandle dump = ProcessHandle.of(pidOfDump()).orElseThrow();
    archive.endBuild(false);

    assertThat(dump.onExit()).succeedsWithin(Duration.ofSeconds(60));
    assertThat(files()).hasSize(4).noneMatch(name -> name.startsWith("archive"));
  }

  private long pidOfDump() throws Exception {
    while (true) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(bundle, "*.pid")) {
        for (Path file : found) {
          return Long.parseLong(Files.readString(file).trim());
        }
      }
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  @Test
  void anotherJavaHasAnotherFolder() throws IOException {
    assertThat(folder(archive(MAKES_IT))).isNotEqualTo(folder(archive("#!/bin/sh\nexit 3\n")));
  }

  @Test
  void theSameExecutableAsAnotherJavaHasAnotherFolder() throws IOException {
    String java = Files.createFile(bundle.resolve("java")).toString();
    ClassArchive old = new ClassArchive(bundle.toFile(), new JavaHome(java, 17));

    assertThat(folder(new ClassArchive(bundle.toFile(), new JavaHome(java, 21))))
        .isNotEqualTo(folder(old));
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
      String text = "java/lang/Object id: " + role.length() + "\n" + role + "\n"; // as of Java 25
      Files.writeString(folder.resolve(role + ".list"), text);
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

  private static List<String> files(ClassArchive archive) throws IOException {
    try (Stream<Path> list = Files.list(folder(archive))) {
      return list.map(path -> path.getFileName().toString()).toList();
    }
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
