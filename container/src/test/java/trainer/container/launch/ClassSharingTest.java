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
import trainer.core.job.JobId;
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
        .contains("-XX:AOTMode=record", "-XX:AOTConfiguration=recording.aotconf")
        .noneMatch(flag -> flag.startsWith("-XX:SharedArchiveFile"));
    assertThat(ClassSharing.of(Role.WORKER, 0, 25).afterwards())
        .endsWith(" && mv " + folder + "/worker.aotconf.$$ " + folder + "/worker.aotconf;");
    assertThat(of(Role.PSERVER, 0)).contains("-XX:AOTMode=record");
    assertThatItShares(Role.WORKER, 1);
    assertThatItShares(Role.MASTER, 0);

    Files.writeString(folder.resolve("worker.aotconf"), "a recording, or that none is of use");
    assertThatItShares(Role.WORKER, 0);
    assertThat(of(Role.PSERVER, 0)).contains("-XX:AOTMode=record");
  }

  @Test
  void aRunThatTrainsLittleRecordsNothing() {
    System.clearProperty(ClassSharing.TYPICAL);

    assertThatItShares(Role.WORKER, 0);
  }

  @Test
  void allOfARoleUseTheCacheWhenItIsWhole() throws IOException {
    Path cache = Files.writeString(folder.resolve("worker.aot"), "cache");
    assertThat(of(Role.WORKER, 0)).as("whose length is not known").contains("-XX:AOTMode=record");
    Files.writeString(folder.resolve("worker.aotconf"), "6");
    assertThatItShares(Role.WORKER, 0);

    Files.writeString(folder.resolve("worker.aotconf"), "5");
    for (int index : List.of(0, 1)) {
      assertThat(of(Role.WORKER, index))
          .contains("-XX:AOTCache=" + cache)
          .containsSubsequence("-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0")
          .containsSubsequence("-XX:+UnlockExperimentalVMOptions", "-XX:+AOTCompileEagerly")
          .noneMatch(flag -> flag.startsWith("-XX:SharedArchiveFile"));
    }
    assertThatItShares(Role.PSERVER, 1);
    assertThat(ClassSharing.of(Role.WORKER, 0, 24).flags())
        .as("whose caches know of no methods")
        .contains("-XX:SharedArchiveFile=" + archive);
  }

  @Test
  void aRecordingHasMoreRoomThanTheProcessAlone() throws IOException {
    Launch launch =
        new Launch(
            "java",
            Role.WORKER,
            new JobId("local_1_1", 1),
            0,
            new JvmSize(512, 1),
            "host:7",
            List.of());
    String line = new CommandLine(launch).shell("/logs");
    if (Runtime.version().feature() < 25) {
      assertThat(line).contains(" -XX:SharedArchiveFile=" + archive);
    } else {
      assertThat(line)
          .containsSubsequence(
              "-XX:CompressedClassSpaceSize=48m",
              "-XX:CompressedClassSpaceSize=256m",
              "status=$?; if [ $status = 0 ]; then mv recording.aotconf",
              "; fi; if [ ! -e logs.complete ]");
    }
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
