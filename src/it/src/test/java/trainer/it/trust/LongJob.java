package trainer.it.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import trainer.core.job.JobId;
import trainer.it.cluster.TrainerClient;
import trainer.protocol.auth.Secret;

/** A long local job, with the secret of its processes. */
final class LongJob {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Pattern JOB = Pattern.compile("^job: (\\S+)$", Pattern.MULTILINE);

  private final Process client;
  private final Secret secret;
  private final String id;

  private LongJob(Process client, Secret secret, String id) {
    this.client = client;
    this.secret = secret;
    this.id = id;
  }

  /** Starts one that would take an hour, and waits until its workers have joined. */
  static LongJob start(Path home) throws Exception {
    TrainerClient trainer = new TrainerClient(home);
    String data = home.resolve("data").toUri().toString();
    trainer.run("generate", "--kind", "clicks", "--records", "5000", "--output", data).ok();
    Path out = home.resolve("job.out");
    Path err = home.resolve("job.err");
    Process client =
        trainer.start(
            out,
            err,
            "submit",
            "--master",
            "local",
            "--input",
            data,
            "--output",
            home.resolve("model").toUri().toString(),
            "--epochs",
            "1000000",
            "-Dtrainer.heartbeat.timeout=5m");
    SecretFile found =
        await("a secret")
            .atMost(PATIENCE)
            .pollInterval(Duration.ofMillis(5))
            .until(() -> secretBelow(home.resolve(".trainer")), Optional::isPresent)
            .orElseThrow();
    String id =
        await("the job's id")
            .atMost(PATIENCE)
            .until(() -> idIn(Files.readString(out) + Files.readString(err)), Optional::isPresent)
            .orElseThrow();
    LongJob job = new LongJob(client, found.ofJob(JobId.parse(id)), id);
    await("a version of the model; " + err)
        .atMost(PATIENCE)
        .until(() -> (Files.readString(out) + Files.readString(err)).contains(" RUNNING ["));
    return job;
  }

  private static Optional<String> idIn(String text) {
    Matcher found = JOB.matcher(text);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }

  /** A secret on its way to a process: the application's to the master, the job's to others. */
  private record SecretFile(Path file, Secret secret) {
    Secret ofJob(JobId job) {
      return file.toString().contains("/containers/") ? secret : secret.ofJob(job);
    }
  }

  /** It is there for as long as the JVM of its process takes to start. */
  private static Optional<SecretFile> secretBelow(Path folder) throws IOException {
    for (Path file : filesBelow(folder)) {
      if (file.endsWith("job.secret")) {
        try {
          byte[] bytes = Files.readAllBytes(file);
          if (bytes.length == Secret.BYTES) {
            assertThat(Files.getPosixFilePermissions(file)).as(file.toString()).hasSize(2);
            return Optional.of(new SecretFile(file, Secret.of(bytes)));
          }
        } catch (NoSuchFileException e) {
          // Read, and deleted, by the process it is for; another one has it, too.
        }
      }
    }
    return Optional.empty();
  }

  /** Files there are now; they come and go meanwhile. */
  static List<Path> filesBelow(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, IOException gone) {
            return FileVisitResult.CONTINUE;
          }
        });
    return found;
  }

  String id() {
    return id;
  }

  String application() {
    return id.substring(0, id.lastIndexOf('.'));
  }

  Secret secret() {
    return secret;
  }

  List<JobProcess> processes() {
    return JobProcess.of(id);
  }

  JobProcess process(String role) {
    return processes().stream().filter(process -> process.is(role)).findFirst().orElseThrow();
  }

  int masterPort() {
    String address = process("pserver").property("master");
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }

  boolean isAlive() {
    return client.isAlive();
  }

  /** kill -9 of the client and of its launcher. */
  void killClient() {
    List<ProcessHandle> all =
        client.descendants().filter(child -> child.info().command().isPresent()).toList();
    all.stream()
        .filter(child -> child.parent().map(ProcessHandle::pid).equals(Optional.of(client.pid())))
        .forEach(ProcessHandle::destroyForcibly);
    client.destroyForcibly();
  }
}
