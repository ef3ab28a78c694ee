package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A prediction for every row, once, whatever is lost on the way. */
class ScoreTest {
  private static final int ROWS = 6000;

  @TempDir private static Path home;
  private static TrainerClient client;
  private static JsonNode first;

  @BeforeAll
  static void trainsAndScoresOnce() throws Exception {
    client = new TrainerClient(home);
    Files.writeString(home.resolve("train.csv"), rows(1));
    Files.writeString(home.resolve("rows.csv"), rows(2));
    List<String> args = new ArrayList<>(List.of("submit", "--master", "local"));
    args.addAll(TrainerClient.UNHURRIED);
    args.addAll(List.of("--input", home.resolve("train.csv").toString(), "--label", "bought"));
    args.addAll(List.of("--features=-id", "--output", home.resolve("model").toString()));
    client.run(args.toArray(new String[0])).ok();
    first = score(client, "first", "--master", "local", "--workers", "1");
  }

  private static String rows(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder csv = new StringBuilder("id,age,city,bought\n");
    for (int i = 0; i < ROWS; i++) {
      int age = 18 + random.nextInt(60);
      String city = random.nextBoolean() ? "Łódź" : "\"New York, NY\"";
      boolean isBuyer = random.nextInt(60) < age - 18;
      csv.append(i).append(',').append(age).append(',').append(city).append(',');
      csv.append(isBuyer ? "yes\n" : "no\n");
    }
    return csv.toString();
  }

  private static JsonNode score(TrainerClient by, String output, String... more) throws Exception {
    List<String> args = new ArrayList<>(List.of("score", "--json", "--keep", "id"));
    args.addAll(TrainerClient.UNHURRIED);
    args.addAll(List.of("-Dtrainer.block.records=100", "--model", "" + home.resolve("model")));
    if (!List.of(more).contains("--input")) {
      args.addAll(List.of("--input", home.resolve("rows.csv").toString()));
    }
    args.addAll(List.of("--output", home.resolve(output).toString()));
    args.addAll(List.of(more));
    return by.run(args.toArray(new String[0])).ok().json();
  }

  private static void assertSame(JsonNode report) {
    assertThat(report.path("scores").path("scoreId").asText())
        .matches("[0-9a-f]{64}")
        .isEqualTo(first.path("scores").path("scoreId").asText());
    assertThat(report.path("metrics").path("validation"))
        .isEqualTo(first.path("metrics").path("validation"));
  }

  private static List<String> ids(String output) throws IOException {
    List<String> ids = new ArrayList<>();
    try (Stream<Path> files = Files.list(home.resolve(output))) {
      for (Path file : files.filter(one -> one.toString().endsWith(".csv")).toList()) {
        List<String> lines = Files.readAllLines(file);
        assertThat(lines.get(0)).isEqualTo("id,score");
        lines.subList(1, lines.size()).forEach(line -> ids.add(line.split(",", -1)[0]));
      }
    }
    return ids;
  }

  @Test
  void everyRowIsScoredAndMeasuredAsByEvaluate() throws Exception {
    assertThat(ids("first")).hasSize(ROWS).doesNotHaveDuplicates();
    JsonNode evaluated =
        client
            .run(
                "evaluate",
                "--json",
                "-Dtrainer.block.records=100",
                "--model",
                home.resolve("model").toString(),
                "--input",
                home.resolve("rows.csv").toString())
            .ok()
            .json();
    JsonNode measured = first.path("metrics").path("validation");
    for (String metric : List.of("logLoss", "auc", "accuracy", "records")) {
      assertThat(measured.path(metric)).as(metric).isEqualTo(evaluated.path(metric));
    }
  }

  @Test
  void anEvaluationAsAJobMeasuresTheSameAndWritesNoRow() throws Exception {
    JsonNode report = evaluatedByWorkers(client, "rows.csv").ok().json();
    assertThat(report.path("metrics").path("validation"))
        .isEqualTo(first.path("metrics").path("validation"));
    Path output = Path.of(URI.create(report.path("scores").path("output").asText()));
    JsonNode manifest = new ObjectMapper().readTree(output.resolve("_manifest.json").toFile());
    for (String metric : List.of("logLoss", "auc", "records")) {
      assertThat(manifest.path("metrics").path(metric))
          .isEqualTo(first.path("metrics").path("validation").path(metric));
    }
    try (Stream<Path> files = Files.list(output)) {
      assertThat(files.filter(file -> file.getFileName().toString().startsWith("part")))
          .isNotEmpty()
          .allMatch(file -> file.toFile().length() == 0);
    }

    StringBuilder unlabelled = new StringBuilder();
    Files.readAllLines(home.resolve("rows.csv"))
        .forEach(line -> unlabelled.append(line.replaceFirst(",(yes|no)$", ",")).append('\n'));
    Files.writeString(home.resolve("unlabelled.csv"), unlabelled);
    TrainerClient.Result none = evaluatedByWorkers(client, "unlabelled.csv");
    assertThat(none.exitCode()).isNotZero();
    assertThat(none.err())
        .contains("the label, column 'bought', is empty")
        .contains("unlabelled.csv");
  }

  private static TrainerClient.Result evaluatedByWorkers(TrainerClient by, String input)
      throws Exception {
    return by.run(
        "evaluate",
        "--json",
        "--master",
        "local",
        "--workers",
        "2",
        "-Dtrainer.block.records=100",
        "-Dtrainer.job.dir=" + home.resolve("jobs").toUri(),
        "--model",
        home.resolve("model").toString(),
        "--input",
        home.resolve(input).toString());
  }

  @Test
  void parquetHasTheSameRows() throws Exception {
    assertSame(score(client, "parquet", "--master", "local", "--output-format", "parquet"));
    String told =
        client
            .run(
                "submit",
                "--dry-run",
                "--master",
                "local",
                "--input",
                home.resolve("parquet").toString(),
                "--label",
                "score",
                "--model",
                "linear",
                "--output",
                home.resolve("none").toString())
            .ok()
            .out();
    assertThat(told).containsPattern("(?m)^ *id +text").containsPattern("(?m)^ *score +number");
  }

  @Test
  void settingsByWhichTrainingLeavesRecordsOutCostNoRow() throws Exception {
    String negatives = "-Dtrainer.input.negatives=0.1";
    String held = "-Dtrainer.validation.percent=10";
    assertSame(score(client, "sampled", "--master", "local", negatives, held));
    assertThat(ids("sampled")).hasSize(ROWS).doesNotHaveDuplicates();
  }

  @Test
  void aModelOnPserversGivesTheSameRows() throws Exception {
    JsonNode report = served("served", client, "--master", "local", "--pservers", "2");
    assertSame(report);
    assertThat(report.path("pservers").path("wanted").asInt()).isEqualTo(2);
    assertThat(ids("served")).hasSize(ROWS).doesNotHaveDuplicates();
  }

  @Test
  void rowsWithoutALabelAreScoredAndTheOthersMeasuredInEitherPlace() throws Exception {
    StringBuilder some = new StringBuilder();
    Files.readAllLines(home.resolve("rows.csv"))
        .forEach(
            line -> some.append(line.replaceFirst("^(\\d*[05],.*),\\w+$", "$1,")).append('\n'));
    String input = Files.writeString(home.resolve("some.csv"), some).toString();
    JsonNode inWorkers = score(client, "some", "--master", "local", "--input", input);
    JsonNode onPservers =
        served("some-served", client, "--master", "local", "--pservers", "1", "--input", input);
    assertThat(onPservers.path("scores").path("scoreId"))
        .isEqualTo(inWorkers.path("scores").path("scoreId"))
        .isEqualTo(first.path("scores").path("scoreId"));
    assertThat(onPservers.path("metrics").path("validation"))
        .isEqualTo(inWorkers.path("metrics").path("validation"));
    assertThat(inWorkers.path("metrics").path("validation").path("records").asInt())
        .isEqualTo(ROWS * 8 / 10);
  }

  private static JsonNode served(String output, TrainerClient by, String... more) throws Exception {
    List<String> args = new ArrayList<>(List.of("--workers", "2"));
    args.add("-Dtrainer.score.model=pserver");
    args.addAll(List.of(more));
    return score(by, output, args.toArray(new String[0]));
  }

  @Test
  void aPserverThatDiesWhileItServesCostsNoRow() throws Exception {
    Path once = Files.createDirectory(home.resolve("pserver-once"));
    TrainerClient dying = client.dyingAt("pserver.beforeValues:3@" + once);
    JsonNode report = served("pserver", dying, "--master", "local", "--pservers", "2");
    assertSame(report);
    assertThat(once.toFile().list()).hasSize(1);
    assertThat(report.path("rollbacks").asInt()).isEqualTo(1);
    assertThat(ids("pserver")).hasSize(ROWS).doesNotHaveDuplicates();
  }

  @Test
  void aMasterThatDiesWhilePserversServeCostsNoRow() throws Exception {
    Path once = Files.createDirectory(home.resolve("serving-once"));
    String points = "master.afterFileWritten@" + once + ",master.afterRename@" + once;
    JsonNode report =
        served("serving", client.dyingAt(points), "--master", "embedded", "--pservers", "2");
    assertSame(report);
    assertThat(once.toFile().list()).hasSize(2);
    assertThat(ids("serving")).hasSize(ROWS).doesNotHaveDuplicates();
  }

  @Test
  void aWorkerThatDiesWithAFileCostsNoRow() throws Exception {
    Path once = Files.createDirectory(home.resolve("worker-once"));
    TrainerClient dying = client.dyingAt("worker.beforeFileClosed@" + once);
    assertSame(score(dying, "worker", "--master", "local", "--workers", "2"));
    assertThat(once.toFile().list()).hasSize(1);
    assertThat(ids("worker")).hasSize(ROWS).doesNotHaveDuplicates();
  }

  @Test
  void aMasterThatDiesWithAFileCostsNoRow() throws Exception {
    Path once = Files.createDirectory(home.resolve("master-once"));
    String points = "master.afterFileWritten@" + once + ",master.afterRename@" + once;
    TrainerClient dying = client.dyingAt(points);
    JsonNode report = score(dying, "master", "--master", "embedded", "--workers", "2");
    assertSame(report);
    assertThat(once.toFile().list()).hasSize(2);
    assertThat(report.path("term").asLong()).isEqualTo(3);
  }
}
