package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C at a terminal, which sends SIGINT to every process that the client has started, too. */
class CtrlCTest {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  @TempDir private Path home;

  @Test
  void stopsAJobThatCannotGoOnAloneAndKeepsItsModel() throws Exception {
    Path temporary = Files.createDirectory(home.resolve("tmp"));
    TrainerClient trainer =
        new TrainerClient(home)
            .with(Map.of("TRAINER_CLIENT_OPTS", "-Djava.io.tmpdir=" + temporary))
            .atATerminal();
    String data = home.resolve("data").toUri().toString();
    trainer.run("generate", "--kind", "clicks", "--records", "5000", "--output", data).ok();
    Path out = home.resolve("submit.out");
    Path err = home.resolve("submit.err");
    Process submit =
        trainer.start(
            out,
            err,
            "submit",
            "--json",
            "--master",
            "local",
            "--input",
            data,
            "--output",
            home.resolve("model").toUri().toString(),
            "--epochs",
            "1000000",
            "-Dtrainer.heartbeat.timeout=5m");
    await().atMost(PATIENCE).until(() -> Files.readString(err).contains(" RUNNING ["));

    new ProcessBuilder("kill", "-INT", "--", "-" + submit.pid()).start().waitFor();

    assertThat(submit.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    TrainerClient.Result result = trainer.result(submit.exitValue(), out, err);
    assertThat(result.exitCode()).as(result::told).isEqualTo(5);
    JsonNode report = result.json();
    assertThat(report.path("state").asText()).as(result::told).isEqualTo("EXITED");
    assertThat(report.at("/stopped/by").asText()).contains("Ctrl-C");
    trainer.run("model", "verify", home.resolve("model").toUri().toString()).ok();
    assertThat(Files.readString(err)).doesNotContain(" ERROR ").doesNotContain("Exception");
    try (Stream<Path> left = Files.list(temporary)) {
      // A JVM that is ended cannot delete the library that snappy has unpacked for it.
      assertThat(left.map(file -> file.getFileName().toString()))
          .as("the machine's temporary folder")
          .allMatch(name -> name.startsWith("snappy-"));
    }
    JobProcesses.awaitNoneOf(report.path("jobId").asText());
  }
}
