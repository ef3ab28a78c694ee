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
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One configuration gives one model id, wherever and with however many processes it runs. */
class ReproducibleModelTest {
  private static final String RECORDS = "20000";

  @TempDir private static Path home;
  private static TrainerClient client;
  private static JsonNode first;
  private static String modelId;

  @BeforeAll
  static void trainsOnce() throws Exception {
    client = new TrainerClient(home);
    generate("train", "1");
    generate("held-out", "2");
    first = train("first", "--workers", "1", "--pservers", "1");
    modelId = first.path("modelId").asText();
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
    return run(client, output, more).json();
  }

  private static TrainerClient.Result run(TrainerClient client, String output, String... more)
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
                "2",
                "-Dtrainer.minibatch.blocks=8")); // workers that die do so at a number of shares
    args.addAll(TrainerClient.UNHURRIED);
    if (!List.of(more).contains("--master")) {
      args.addAll(List.of("--master", "local"));
    }
    args.addAll(List.of(more));
    TrainerClient.Result result = client.run(args.toArray(new String[0])).ok();
    assertThat(result.json().path("state").asText()).as(result::told).isEqualTo("EXITED");
    return result;
  }

  @Test
  void moreProcessesAndCopiesGiveTheSameModel() throws Exception {
    TrainerClient.Result result =
        run(client, "more", "--workers", "2", "--pservers", "3", "-Dtrainer.pserver.replicas=2");
    JsonNode report = result.json();
    assertThat(report.path("modelId").asText()).as(result::told).isEqualTo(modelId);
    assertThat(report.path("workers"))
        .as(result::told)
        .hasSize(2)
        .allMatch(worker -> worker.path("records").asLong() > 0);
  }

  @Test
  void embeddedClusterGivesTheSameModel() throws Exception {
    TrainerClient.Result result =
        run(client, "embedded", "--master", "embedded", "--workers", "2", "--pservers", "2");
    JsonNode report = result.json();
    assertThat(report.path("modelId").asText()).as(result::told).isEqualTo(modelId);
    long lastPserver = 0;
    for (JsonNode container : report.path("containers")) {
      if (container.path("role").asText().equals("pserver")) {
        lastPserver = Math.max(lastPserver, container.path("registeredAt").asLong());
      }
    }
    for (JsonNode container : report.path("containers")) {
      if (container.path("role").asText().equals("worker")) {
        assertThat(container.path("requestedAt").asLong())
            .as(result::told)
            .isGreaterThanOrEqualTo(lastPserver);
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
      assertThat(logs.resolve("stdout")).content().isEmpty();
      assertThat(logs.resolve("stderr")).content().isEmpty();
    }
  }

  @Test
  void workersKilledInTheMiddleOfAnEpochAreReplacedAndGiveTheSameModel() throws Exception {
    TrainerClient.Result result =
        run(
            client.dyingAt("worker.beforePush:12"),
            "killed",
            "--workers",
            "2",
            "-Dtrainer.speculation=false"); // or training may be over before the last death is
    // known

    JsonNode report = result.json();
    assertThat(report.path("modelId").asText()).as(result::told).isEqualTo(modelId);
    Set<String> killed = containersOfStatus(report, 137);
    assertThat(killed).as(result::told).hasSizeGreaterThanOrEqualTo(2);
    assertThat(containersSurvived(report)).as(result::told).isEqualTo(killed);
    long epochs = 2 * report.path("records").asLong();
    assertThat(report.path("recordsComputed").asLong())
        .as(result::told)
        .isBetween(epochs, epochs + epochs / 4);
  }

  private static Set<String> containersOfStatus(JsonNode report, int exit) {
    Set<String> ids = new TreeSet<>();
    for (JsonNode container : report.path("containers")) {
      if (container.path("exitStatus").asInt() == exit) {
        ids.add(container.path("containerId").asText());
      }
    }
    return ids;
  }

  private static Set<String> containersSurvived(JsonNode report) {
    Set<String> ids = new TreeSet<>();
    for (JsonNode loss : report.path("survived")) {
      ids.add(loss.path("what").asText().replaceAll("^.*?\\((\\S+) on .*", "$1"));
    }
    return ids;
  }

  /**
   * Momenta, a clock in each row, a rate that is another one at each version, and rows that come
   * late and are dropped.
   */
  @Test
  void rowsThatComeAndGoWithTheirStateGiveTheSameModelWhoeverIsKilled() throws Exception {
    String[] adam = {
      "-Dtrainer.table.admission=2",
      "-Dtrainer.table.expiry=4",
      "-Dtrainer.optimizer=adam",
      "-Dtrainer.optimizer.schedule=cosine",
      "-Dtrainer.optimizer.schedule.steps=9",
      "-Dtrainer.optimizer.warmup-steps=3"
    };
    JsonNode alone = train("adam", adam);
    JsonNode killed =
        train(
            client.dyingAt("worker.beforePush:12"),
            "adam-killed",
            Stream.concat(Stream.of(adam), Stream.of("--workers", "2", "--pservers", "2"))
                .toArray(String[]::new));
    assertThat(killed.path("survived")).isNotEmpty();
    assertThat(killed.path("modelId").asText())
        .isEqualTo(alone.path("modelId").asText())
        .isNotEqualTo(modelId);
    long rows = rows(alone);
    assertThat(rows(killed)).isEqualTo(rows).isBetween(1L, rows(first) / 2);
  }

  private static long rows(JsonNode report) {
    return report.path("tables").get(0).path("rows").asLong();
  }

  /** Rows of several values that begin at random. */
  @ParameterizedTest
  @ValueSource(strings = {"adagrad", "ftrl"})
  void aFactorizationMachineIsTheSameWhoeverTrainsIt(String optimizer) throws Exception {
    String[] fm = {"--model", "fm", "-Dtrainer.optimizer=" + optimizer};
    JsonNode alone = train("fm-" + optimizer, fm);
    Set<String> ids = new TreeSet<>();
    for (String workers : List.of("2", "4")) {
      String[] more = {"--workers", workers, "--pservers", "2"};
      JsonNode report =
          train(
              "fm-" + optimizer + workers,
              Stream.concat(Stream.of(fm), Stream.of(more)).toArray(String[]::new));
      ids.add(report.path("modelId").asText());
    }
    assertThat(ids).containsExactly(alone.path("modelId").asText()).doesNotContain(modelId);
    Optional<Path> java = NewerJava.home();
    if (java.isPresent()) {
      TrainerClient newer = client.with(Map.of("TRAINER_JAVA_HOME", java.get().toString()));
      assertThat(train(newer, "fm-newer-" + optimizer, fm).path("modelId").asText())
          .isEqualTo(alone.path("modelId").asText());
    }
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
