package trainer.container.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.avro.job.JobFile;
import trainer.container.identity.HadoopFile;
import trainer.container.launch.CommandLine;
import trainer.container.launch.JvmSize;
import trainer.container.launch.Launch;
import trainer.container.logs.LogStreaming;
import trainer.container.secret.SecretFile;
import trainer.core.job.JobId;
import trainer.core.job.JobSpec;
import trainer.core.job.ModelSpec;
import trainer.core.job.Phase;
import trainer.core.job.Role;
import trainer.protocol.auth.Secret;

/** Real processes, started as containers are, by the very shell line. */
final class ContainerProcessTest {
  private static final JobId JOB = new JobId("local_1_2", 1);

  @TempDir Path folder;
  private Path work;
  private Path logs;

  @BeforeEach
  void prepare() throws IOException {
    work = Files.createDirectory(folder.resolve("work"));
    logs = Files.createDirectory(folder.resolve("logs"));
    Files.createFile(work.resolve(HadoopFile.NAME));
    SecretFile.write(work.resolve("secret"), Secret.random(new SecureRandom()));
    writeClassPath(Files.createDirectories(work.resolve("bundle/lib")).resolve("all.jar"));
  }

  @Test
  void leavesWithItsExitCodeAndCompleteLogs() throws Exception {
    assertThat(start("leave").waitFor()).isEqualTo(7);
    assertThat(work.resolve("secret")).doesNotExist();
    assertThat(work.resolve(CommandLine.LOGS_COMPLETE)).exists();
    assertLogsAreComplete();
  }

  @Test
  void anUnexpectedFailureIsLoggedWithItsTrace() throws Exception {
    assertThat(start("fail").waitFor()).isEqualTo(ContainerProcess.UNEXPECTED);
    assertLogsAreComplete();
    assertThat(logs.resolve("log")).content().contains("nobody expected this", "\tat ");
  }

  @Test
  void theLogsOfAKilledProcessAreCompletedByTheShell() throws Exception {
    Process shell = start("wait");
    Path pid = work.resolve("pid");
    for (int i = 0; i < 6_000 && !(Files.exists(pid) && Files.size(pid) > 1); i++) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    long process = Long.parseLong(Files.readString(pid).strip());
    assertThat(ProcessHandle.of(process).orElseThrow().destroyForcibly()).isTrue();
    assertThat(shell.waitFor()).isEqualTo(137);
    assertThat(work.resolve(CommandLine.LOGS_COMPLETE)).doesNotExist();
    assertLogsAreComplete();
  }

  private void assertLogsAreComplete() {
    Path copies = folder.resolve("job/logs/worker-3/container_9");
    for (String name : LogStreaming.NAMES) {
      assertThat(copies.resolve(name)).hasSameBinaryContentAs(logs.resolve(name));
      assertThat(copies.resolve(name))
          .content()
          .contains("said to " + (name.equals("log") ? "the log" : name));
    }
  }

  private Process start(String name) throws IOException {
    JobSpec spec =
        new JobSpec(
            JOB,
            System.getProperty("user.name"),
            folder.resolve("job").toUri().toString(),
            Map.of("trainer.name", name),
            new ModelSpec(List.of(), List.of(Phase.training(1))),
            List.of(),
            "test");
    JobFile.write(spec, Files.newOutputStream(work.resolve(JobFile.NAME)));
    Launch launch =
        new Launch(
            Launch.javaHere(),
            Role.WORKER,
            JOB,
            3,
            new JvmSize(512, 1),
            "localhost:1",
            List.of("trainer.secret.file=secret"));
    String line =
        new CommandLine(launch)
            .shell(logs.toString())
            .replace("trainer.worker.main.WorkerMain", TalkativeMain.class.getName());
    ProcessBuilder builder =
        new ProcessBuilder("/bin/bash", "-c", line).directory(work.toFile()).inheritIO();
    builder.environment().putAll(new CommandLine(launch).environment());
    builder.environment().put("CONTAINER_ID", "container_9");
    builder.environment().put("NM_HOST", "localhost");
    builder.environment().put("LOG_DIRS", logs.toString());
    return builder.start();
  }

  private static void writeClassPath(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(
            Attributes.Name.CLASS_PATH,
            Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toUri().toString())
                .collect(Collectors.joining(" ")));
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }
  }
}
