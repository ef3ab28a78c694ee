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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What local runs on a newer Java leave for later ones: lists of classes, the archive of those,
 * recordings of a run that trains much, the caches of these. Skipped where there is no such Java.
 */
class AotCacheTest {
  private static final int FIRST_JAVA = 25;
  private static final int MOST_STARTS = 10;

  @TempDir private Path home;

  @Test
  void aRunThatTrainsMuchMakesLaterOnesStartWithWhatItHasShown() throws Exception {
    Optional<Path> java = NewerJava.home(FIRST_JAVA);
    assumeTrue(java.isPresent(), "no Java 25 in TRAINER_NEWER_JAVA_HOME or /usr/lib/jvm");
    Path cache = home.resolve("cache");
    TrainerClient client =
        new TrainerClient(home)
            .with(
                Map.of(
                    "TRAINER_JAVA_HOME", java.get().toString(), "TRAINER_CACHE", cache.toString()));
    client
        .run("generate", "--kind", "clicks", "--records", "100000", "--output", uri("train"))
        .ok();

    String few = train(client, "1");
    assertThat(made(cache, "worker.list")).as("by the first run").isPresent();
    startUntilMade(client, cache, "classes.jsa");
    String many = train(client, "16");
    assertThat(made(cache, "worker.aotconf")).as("by the first that trains much").isPresent();
    assertThat(made(cache, "pserver.aotconf")).isPresent();
    assertThat(train(client, "1")).as("sharing the archive").isEqualTo(few);
    startUntilMade(client, cache, "worker.aot");
    startUntilMade(client, cache, "pserver.aot");
    assertThat(train(client, "16")).as("with the caches").isEqualTo(many);
  }

  /**
   * Each start goes on for as long as its user may be kept waiting: not enough on a busy machine.
   */
  private static void startUntilMade(TrainerClient client, Path cache, String name)
      throws Exception {
    for (int start = 0; start < MOST_STARTS && made(cache, name).isEmpty(); start++) {
      client.run("conf", "show").ok();
    }
    assertThat(made(cache, name)).isPresent();
  }

  private String uri(String folder) {
    return home.resolve(folder).toUri().toString();
  }

  /** The model's id. A JVM that cannot use what it is given says so on its standard output. */
  private String train(TrainerClient client, String epochs) throws Exception {
    List<String> args =
        new ArrayList<>(List.of("submit", "--json", "--master", "local", "--epochs", epochs));
    args.addAll(List.of("--input", uri("train"), "--output", uri("model"), "--overwrite"));
    args.addAll(TrainerClient.UNHURRIED);
    TrainerClient.Result result = client.run(args.toArray(new String[0])).ok();
    JsonNode report = result.json();
    for (JsonNode container : report.path("containers")) {
      Path logs = Path.of(URI.create(container.path("logPath").asText()));
      assertThat(logs.resolve("stdout")).content().isEmpty();
      assertThat(logs.resolve("stderr")).content().isEmpty();
    }
    return report.path("modelId").asText();
  }

  private static Optional<Path> made(Path cache, String name) throws Exception {
    try (Stream<Path> files = Files.walk(cache)) {
      return files.filter(file -> file.getFileName().toString().equals(name)).findFirst();
    }
  }
}
