package trainer.it.errors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import trainer.it.cluster.TrainerClient;
import trainer.it.errors.ErrorTable.Found;
import trainer.it.errors.ErrorTable.Row;

/**
 * Keeps {@code docs/errors.md} true: each row is played through the client, and ends with its exit
 * code, its one line, and nothing left behind.
 */
class BadInputTest {
  private static final int AT_ONCE = 2;
  private static final int UNREACHABLE_SECONDS = 20;

  /** How a case ended, in its place. */
  private record Played(Place place, TrainerClient.Result result, long nanos) {}

  @TempDir private static Path folder;

  private static final Map<String, Future<Played>> PLAYED = new LinkedHashMap<>();
  private static ExecutorService players;
  private static SharedCluster cluster;

  @BeforeAll
  static void playsEverything() throws Exception {
    players = Executors.newFixedThreadPool(AT_ONCE + 1);
    ExecutorService onCluster = Executors.newSingleThreadExecutor();
    byte[] avro = avro(new Place(folder.resolve("data")));
    for (LocalCases group : LocalCases.groups(avro, BadModels.jar(folder.resolve("models.jar")))) {
      group.all().forEach((name, one) -> PLAYED.put(name, play(name, one)));
    }
    cluster = new SharedCluster(folder);
    new ClusterCases(cluster)
        .all()
        .forEach((name, one) -> PLAYED.put(name, onCluster.submit(playing(name, one))));
    onCluster.shutdown();
  }

  private static byte[] avro(Place place) throws Exception {
    Path made = place.output();
    place
        .client()
        .run("generate", "--kind", "clicks", "--records", "3000", "--output", made.toString())
        .ok();
    return Files.readAllBytes(made.resolve("part-00000.avro"));
  }

  private static Future<Played> play(String name, BadCase one) {
    return players.submit(playing(name, one));
  }

  /** {@code -Dtrainer.it.cases=name,…} plays these alone. */
  private static boolean isWanted(String name) {
    String wanted = System.getProperty("trainer.it.cases", "");
    return wanted.isEmpty() || List.of(wanted.split(",", -1)).contains(name);
  }

  private static Callable<Played> playing(String name, BadCase one) {
    return () -> {
      if (!isWanted(name)) {
        return null;
      }
      Place place = new Place(folder.resolve(name));
      long start = System.nanoTime();
      TrainerClient.Result result = one.play(place);
      return new Played(place, result, System.nanoTime() - start);
    };
  }

  @AfterAll
  static void stops() throws Exception {
    players.shutdownNow();
    players.awaitTermination(60, TimeUnit.SECONDS);
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void everyRowHasACaseAndEveryCaseARow() throws IOException {
    assertThat(ErrorTable.rows())
        .extracting(Row::name)
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(PLAYED.keySet());
  }

  @TestFactory
  Stream<DynamicTest> everyRowIsTrue() throws IOException {
    return ErrorTable.rows().stream()
        .map(row -> DynamicTest.dynamicTest(row.name(), () -> check(row)));
  }

  private static void check(Row row) throws Exception {
    assumeThat(isWanted(row.name())).isTrue();
    Played played = PLAYED.get(row.name()).get();
    TrainerClient.Result result = played.result();
    assertThat(result.exitCode()).as(() -> "exit code; " + result.told()).isEqualTo(row.exitCode());
    List<String> lines = result.err().lines().toList();
    assertThat(lines).as(result::told).hasSize(1);
    assertThat(lines.get(0)).startsWith("ERROR " + row.error() + ": ").contains(row.says());
    if (row.found() == Found.BEFORE) {
      played.place().assertNothingStarted();
    } else if (row.found() == Found.RUNNING) {
      played.place().assertOnlyTheRecordOfTheJobIsLeft();
    }
    if (row.error().equals("CLUSTER_UNREACHABLE")) {
      assertThat(TimeUnit.NANOSECONDS.toSeconds(waiting(played)))
          .as(result::told)
          .isLessThan(UNREACHABLE_SECONDS);
    }
  }

  /** Without what a slow machine takes to start a client, which asks nobody here. */
  private static long waiting(Played played) throws Exception {
    if (TimeUnit.NANOSECONDS.toSeconds(played.nanos()) < UNREACHABLE_SECONDS) {
      return played.nanos();
    }
    long start = System.nanoTime();
    Place place = played.place();
    place.client().run(place.submit(place.goodInput(), "-Dtrainer.epochs=many"));
    return played.nanos() - (System.nanoTime() - start);
  }
}
