package trainer.container.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.job.JobId;
import trainer.core.job.Role;

final class CommandLineTest {
  private static final JobId JOB = new JobId("application_1_0001", 1);

  @TempDir Path folder;

  @Test
  void onThisMachineItLeavesAListOfItsClassesThenSharesThem() throws Exception {
    System.setProperty(ClassSharing.FOLDER, folder.toString());
    try {
      CommandLine line = new CommandLine(worker("java"));
      assertThat(line.shell("/logs"))
          .contains("-XX:DumpLoadedClassList=" + folder + "/worker.list")
          .contains("-Dtrainer.classes=" + folder);
      Files.createFile(folder.resolve("worker.list"));
      assertThat(line.shell("/logs")).doesNotContain("-XX:DumpLoadedClassList");
      List<String> made =
          List.of(folder + "/a.jsa", folder + "/l.jar:/our.jar", folder + "/l.jar", "0", "4");
      Files.write(folder.resolve("made"), made);
      Files.createFile(folder.resolve("a.jsa"));
      assertThat(line.shell("/logs"))
          .as("the jar is gone")
          .contains("-cp bundle/conf:bundle/lib/*");
      Files.writeString(folder.resolve("l.jar"), "jar");
      assertThat(line.shell("/logs"))
          .as("the jar has lost its end")
          .contains("-cp bundle/conf:bundle/lib/*");
      Files.writeString(folder.resolve("l.jar"), "jar!");
      assertThat(line.shell("/logs"))
          .contains(
              "-XX:+IgnoreUnrecognizedVMOptions -XX:+UnlockDiagnosticVMOptions"
                  + " -XX:ArchiveRelocationMode=0 -XX:SharedArchiveFile="
                  + folder
                  + "/a.jsa")
          .contains("-cp " + made.get(1))
          .doesNotContain("bundle/lib");
      Files.writeString(folder.resolve("made"), "/\nb\n/\nmany\n1\n");
      assertThat(line.shell("/logs")).as("damaged").contains("-cp bundle/conf:bundle/lib/*");
      assertThat(line.yarn()).doesNotContain(folder.toString());
    } finally {
      System.clearProperty(ClassSharing.FOLDER);
    }
  }

  @Test
  void beginsWithJavaAndNamesTheProcess() {
    List<String> line = new CommandLine(worker("/opt/java/bin/java")).arguments("/logs");
    assertThat(line.get(0)).isEqualTo("/opt/java/bin/java");
    assertThat(line)
        .contains(
            "-Dtrainer.job=application_1_0001.1",
            "-Dtrainer.role=worker",
            "-Dtrainer.index=3",
            "-Dtrainer.master=host:7")
        .endsWith("trainer.worker.main.WorkerMain");
  }

  @Test
  void temporaryFilesGoWithTheWorkingDirectory() {
    assertThat(new CommandLine(worker("java")).arguments("/logs"))
        .contains("-Djava.io.tmpdir=$PWD/tmp");
  }

  @Test
  void theHelperNamesItselfLogs() {
    String line = new CommandLine(worker("java")).shell("/logs");
    String helper = line.substring(line.indexOf("then "));
    assertThat(helper)
        .contains("-Dtrainer.role=logs", "-Dtrainer.logs.of=worker", "-Dtrainer.index=3")
        .doesNotContain("-Dtrainer.role=worker");
  }

  @Test
  void theShellUploadsAfterAKillAndEndsAsTheProcessDid() throws Exception {
    Path java = fakeJava("case \"$*\" in *role=logs*) echo uploaded > helper;; *) exit 137;; esac");
    assertThat(bash(new CommandLine(worker(java.toString())).shell(folder.toString())))
        .isEqualTo(137);
    assertThat(folder.resolve("helper")).exists();
  }

  @Test
  void theShellOfAMasterWithAStandbyUploadsLaterAndNicely() {
    CommandLine line = new CommandLine(worker("java"));
    String followed = line.followedShell("/logs");
    assertThat(followed).contains("then sleep 3; nice java ");
    assertThat(followed.replace("sleep 3; nice ", "")).isEqualTo(line.shell("/logs"));
  }

  @Test
  void theShellDoesNotUploadWhatIsComplete() throws Exception {
    Path java =
        fakeJava(
            "case \"$*\" in *role=logs*) echo uploaded > helper;; *) touch logs.complete; exit 5;;"
                + " esac");
    assertThat(bash(new CommandLine(worker(java.toString())).shell(folder.toString())))
        .isEqualTo(5);
    assertThat(folder.resolve("helper")).doesNotExist();
  }

  @Test
  void theFormForYarnSurvivesOneMoreShell() throws Exception {
    Path java =
        fakeJava(
            "case \"$*\" in *role=logs*) echo uploaded > helper;; *) echo $MALLOC_ARENA_MAX >"
                + " arenas; exit 9;; esac");
    String line = new CommandLine(worker(java.toString())).yarn();
    String expanded = line.replace("<LOG_DIR>", folder.toString());
    assertThat(bash("exec /bin/bash -c \"" + expanded + "\"")).isEqualTo(9);
    assertThat(folder.resolve("arenas")).hasContent("2");
    assertThat(folder.resolve("helper")).exists();
  }

  @Test
  void aContainerThatIsFollowedDoesNotWaitForTheUpload() throws Exception {
    Path local = Files.createDirectory(folder.resolve("local"));
    Path gate = local.resolve("gate");
    Path java =
        fakeJava(
            "case \"$*\" in *role=logs*) read x < "
                + gate
                + "; cat job.avro $HADOOP_TOKEN_FILE_LOCATION > "
                + folder
                + "/helper;; *) exit 137;; esac");
    Files.writeString(folder.resolve("job.avro"), "job ");
    Files.writeString(folder.resolve("container_tokens"), "tokens");
    assertThat(new ProcessBuilder("mkfifo", gate.toString()).start().waitFor()).isZero();
    String line = new CommandLine(worker(java.toString())).followedOnYarn();
    String expanded = line.replace("<LOG_DIR>", folder.toString());
    String environment = "export LOCAL_DIRS=" + local + ",/other CONTAINER_ID=container_1; ";
    assertThat(bash(environment + "exec /bin/bash -c \"" + expanded + "\"")).isEqualTo(137);
    assertThat(folder.resolve("helper")).doesNotExist();
    Files.delete(folder.resolve("job.avro"));
    Files.delete(folder.resolve("container_tokens"));
    Files.writeString(gate, "go\n");
    for (int i = 0; i < 6_000 && Files.exists(local.resolve("logs-container_1")); i++) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    assertThat(folder.resolve("helper")).hasContent("job tokens");
  }

  @Test
  void whatAShellWouldActOnIsRefused() {
    Launch launch = worker("java").with("trainer.x", "a;b");
    assertThatThrownBy(() -> new CommandLine(launch).yarn())
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Launch worker(String java) {
    return new Launch(java, Role.WORKER, JOB, 3, new JvmSize(512, 1), "host:7", List.of());
  }

  private Path fakeJava(String script) throws Exception {
    Path java = folder.resolve("java");
    Files.writeString(java, "#!/bin/bash\n" + script + "\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    return java;
  }

  private int bash(String line) throws Exception {
    return new ProcessBuilder("/bin/bash", "-c", line)
        .directory(folder.toFile())
        .inheritIO()
        .start()
        .waitFor();
  }
}
