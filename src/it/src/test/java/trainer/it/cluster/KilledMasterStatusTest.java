package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user is told of a job while it runs, and when its master was killed. */
class KilledMasterStatusTest {
  /** A version is committed, and noted. */
  private static final Pattern TRAINED = Pattern.compile(" RUNNING \\[.* epoch [1-9]");

  private static final Duration PATIENCE = Duration.ofMinutes(10);

  @TempDir private Path home;

  @Test
  void everyCommandSaysSo() throws Exception {
    TrainerClient trainer = new TrainerClient(home);
    String data = home.resolve("data").toUri().toString();
    trainer.run("generate", "--kind", "clicks", "--records", "5000", "--output", data).ok();
    Path out = home.resolve("submit.out");
    Process submit =
        trainer.start(
            out,
            home.resolve("submit.err"),
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
    await().atMost(PATIENCE).until(() -> TRAINED.matcher(Files.readString(out)).find());
    JsonNode listed = trainer.run("list", "--running", "--json").ok().json().at("/jobs/0");
    assertThat(listed.path("state").asText()).isEqualTo("RUNNING");
    String id = listed.path("jobId").asText();
    // It is copied now and then.
    await()
        .atMost(PATIENCE)
        .until(
            () -> trainer.run("logs", id, "--container", "master-0", "--grep", "Term"),
            said -> said.out().contains("Term 1; listening"));
    Path attached = home.resolve("attach.out");
    Path attachedErr = home.resolve("attach.err");
    Process attach = trainer.start(attached, attachedErr, "attach", id);
    await().atMost(PATIENCE).until(() -> Files.readString(attached).contains(" RUNNING ["));

    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      all.filter(process -> isMaster(process, id)).forEach(ProcessHandle::destroyForcibly);
    }

    assertThat(attach.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(attach.exitValue()).isEqualTo(1);
    assertThat(Files.readString(attachedErr)).contains("ERROR MASTER_LOST");
    assertThat(submit.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    JsonNode status = trainer.run("status", id, "--json").ok().json();
    assertThat(status.path("state").asText()).isEqualTo("FAILED");
    assertThat(status.at("/failure/kind").asText()).isEqualTo("MASTER_LOST");
    assertThat(status.path("version").asLong()).as("from the journal").isPositive();
    String application = id.substring(0, id.lastIndexOf('.'));
    assertThat(home.resolve(".trainer/jobs/" + application + "/jobs/1/report.json")).exists();
    JobProcesses.awaitNoneOf(id);
  }

  private static boolean isMaster(ProcessHandle process, String id) {
    String line = process.info().commandLine().orElse("");
    return process.info().command().orElse("").endsWith("/java")
        && line.contains("-Dtrainer.job=" + id + " -Dtrainer.role=master");
  }
}
