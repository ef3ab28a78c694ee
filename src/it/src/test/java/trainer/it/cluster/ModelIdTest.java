package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One configuration gives one model id, wherever and with however many processes it runs. */
class ModelIdTest {
  private static final String RECORDS = "20000";

  @TempDir private static Path home;
  private static TrainerClient client;
  private static String modelId;

  @BeforeAll
  static void trainsOnce() throws Exception {
    client = new TrainerClient(home);
    generate("train", "1");
    generate("held-out", "2");
    modelId = train("first", "--workers", "1", "--pservers", "1").path("modelId").asText();
    assertThat(modelId).matches("[0-9a-f]{64}");
  }

  private static void generate(String folder, String seed) throws Exception {
    client
        .run(
            "generate",
            "--kind",
            "clicks",
            "--records",
            RECORDS,
            "--seed",
            seed,
            "--files",
            "2",
            "--output",
            home.resolve(folder).toUri().toString())
        .ok();
  }

  private static JsonNode train(String output, String... more) throws Exception {
    return train(client, output, more);
  }

  private static JsonNode train(TrainerClient client, String output, String... more)
      throws Exception {
    List<String> args =
        new ArrayList<>(
            List.of(
                "submit",
                "--json",
                "--input",
                home.resolve("train").toUri().toString(),
                "--validation",
                home.resolve("held-out").toUri().toString(),
                "--output",
                home.resolve(output).toUri().toString(),
                "--epochs",
                "2"));
    if (!List.of(more).contains("--master")) {
      args.addAll(List.of("--master", "local"));
    }
    args.addAll(List.of(more));
    JsonNode report = client.run(args.toArray(new String[0])).ok().json();
    assertThat(report.path("state").asText()).isEqualTo("EXITED");
    return report;
  }

  @Test
  void moreProcessesAndCopiesGiveTheSameModel() throws Exception {
    JsonNode report =
        train("more", "--workers", "2", "--pservers", "3", "-Dtrainer.pserver.replicas=2");
    assertThat(report.path("modelId").asText()).isEqualTo(modelId);
    assertThat(report.path("workers")).hasSize(2);
    report
        .path("workers")
        .forEach(worker -> assertThat(worker.path("records").asLong()).isPositive());
  }

  @Test
  void embeddedClusterGivesTheSameModel() throws Exception {
    JsonNode report =
        train("embedded", "--master", "embedded", "--workers", "2", "--pservers", "2");
    assertThat(report.path("modelId").asText()).isEqualTo(modelId);
    long lastPserver = 0;
    for (JsonNode container : report.path("containers")) {
      if (container.path("role").asText().equals("pserver")) {
        lastPserver = Math.max(lastPserver, container.path("registeredAt").asLong());
      }
    }
    for (JsonNode container : report.path("containers")) {
      if (container.path("role").asText().equals("worker")) {
        assertThat(container.path("requestedAt").asLong()).isGreaterThanOrEqualTo(lastPserver);
      }
    }
  }

  /** Skipped where there is none. */
  @Test
  void aNewerJavaGivesTheSameModelAndWarnsOfNothing() throws Exception {
    Optional<Path> java = NewerJava.home();
    assumeTrue(java.isPresent(), "no newer Java in TRAINER_NEWER_JAVA_HOME or /usr/lib/jvm");
    TrainerClient newer = client.with(Map.of("TRAINER_JAVA_HOME", java.get().toString()));
    JsonNode report = train(newer, "newer", "--workers", "2");
    assertThat(report.path("modelId").asText()).isEqualTo(modelId);
    for (JsonNode container : report.path("containers")) {
      Path logs = Path.of(URI.create(container.path("logPath").asText()));
      assertThat(Files.readString(logs.resolve("log")))
          .contains(", Java ")
          .doesNotContain(", Java " + Runtime.version());
      assertThat(logs.resolve("stdout")).isEmptyFile();
      assertThat(logs.resolve("stderr")).isEmptyFile();
    }
  }

  @Test
  void workersKilledInTheMiddleOfAnEpochAreReplacedAndGiveTheSameModel() throws Exception {
    JsonNode report = train(client.dyingAt("worker.beforePush:12"), "killed", "--workers", "2");

    assertThat(report.path("modelId").asText()).isEqualTo(modelId);
    assertThat(report.path("survived")).hasSizeGreaterThanOrEqualTo(2);
    assertThat(report.path("containers"))
        .filteredOn(container -> container.path("exitStatus").asInt() == 137)
        .hasSize(report.path("survived").size());
    long epochs = 2 * report.path("records").asLong();
    assertThat(report.path("recordsComputed").asLong()).isBetween(epochs, epochs + epochs / 4);
  }

  @Test
  void anotherSeedGivesAnotherModel() throws Exception {
    assertThat(train("seed", "--seed", "2").path("modelId").asText()).isNotEqualTo(modelId);
  }

  @Test
  void verifyFindsFlippedByte() throws Exception {
    Path model = home.resolve("first");
    assertThat(client.run("model", "verify", model.toString()).ok().out()).contains(modelId);
    Path copy = Files.createDirectory(home.resolve("flipped"));
    try (Stream<Path> files = Files.list(model)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    Path part;
    try (Stream<Path> files = Files.list(copy)) {
      part = files.filter(file -> file.toString().endsWith(".avro")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(part);
    bytes[bytes.length / 2] ^= 1;
    Files.write(part, bytes);
    TrainerClient.Result found = client.run("model", "verify", copy.toString());
    assertThat(found.exitCode()).isEqualTo(1);
    assertThat(found.err()).contains("ERROR MODEL_CORRUPT").contains(part.getFileName().toString());
  }
}
