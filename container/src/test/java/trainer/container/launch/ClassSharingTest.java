package trainer.container.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.job.Role;

/**
 * Who records and who uses what is made of recordings; for archives see {@code CommandLineTest}.
 */
final class ClassSharingTest {
  @TempDir Path folder;
  private Path archive;

  @BeforeEach
  void anArchive() throws IOException {
    Path jar = Files.writeString(folder.resolve("libraries.jar"), "jar");
    archive = Files.writeString(folder.resolve("classes.jsa"), "classes");
    List<String> made = List.of(archive.toString(), jar + ":/our.jar", jar.toString(), "7", "3");
    Files.write(folder.resolve("made"), made);
    System.setProperty(ClassSharing.FOLDER, folder.toString());
    System.setProperty(ClassSharing.TYPICAL, "true");
  }

  @AfterEach
  void forget() {
    System.clearProperty(ClassSharing.FOLDER);
    System.clearProperty(ClassSharing.TYPICAL);
  }

  @Test
  void theFirstOfARoleRecordsARunThatTrainsMuchOnce() throws IOException {
    assertThat(of(Role.WORKER, 0))
        .contains("-XX:AOTMode=record", "-XX:AOTConfiguration=" + folder + "/worker.aotconf")
        .containsSubsequence("-XX:MaxMetaspaceSize=1g", "-XX:CompressedClassSpaceSize=256m")
        .noneMatch(flag -> flag.startsWith("-XX:SharedArchiveFile"));
    assertThat(of(Role.PSERVER, 0)).contains("-XX:AOTMode=record");
    assertThatItShares(Role.WORKER, 1);
    assertThatItShares(Role.MASTER, 0);

    Files.createFile(folder.resolve("worker.aotconf"));
    assertThatItShares(Role.WORKER, 0);
    assertThat(of(Role.PSERVER, 0)).contains("-XX:AOTMode=record");
  }

  @Test
  void aRunThatTrainsLittleRecordsNothing() {
    System.clearProperty(ClassSharing.TYPICAL);

    assertThatItShares(Role.WORKER, 0);
  }

  @Test
  void allOfARoleUseTheCache() throws IOException {
    Path cache = Files.createFile(folder.resolve("worker.aot"));

    for (int index : List.of(0, 1)) {
      assertThat(of(Role.WORKER, index))
          .contains("-XX:AOTCache=" + cache)
          .containsSubsequence("-XX:+UnlockExperimentalVMOptions", "-XX:+AOTCompileEagerly")
          .noneMatch(flag -> flag.startsWith("-XX:SharedArchiveFile"));
    }
    assertThatItShares(Role.PSERVER, 1);
    assertThat(ClassSharing.of(Role.WORKER, 0, 24).flags())
        .as("whose caches know of no methods")
        .contains("-XX:SharedArchiveFile=" + archive);
  }

  private static List<String> of(Role role, int index) {
    return ClassSharing.of(role, index, 25).flags();
  }

  private void assertThatItShares(Role role, int index) {
    assertThat(of(role, index))
        .contains("-XX:SharedArchiveFile=" + archive)
        .noneMatch(flag -> flag.startsWith("-XX:AOT"));
  }
}
