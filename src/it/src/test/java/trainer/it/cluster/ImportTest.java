package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An import keeps every record in its place, whatever is lost on the way. */
class ImportTest {
  private static final int ROWS = 40_000;
  private static final String BLOCK = "100";

  @TempDir private static Path home;
  private static TrainerClient client;
  private static JsonNode first;

  @BeforeAll
  static void importsOnce() throws Exception {
    client = new TrainerClient(home);
    Files.writeString(home.resolve("rows.csv"), rows());
    first = imported(client, "first", "rows.csv", "--workers", "1");
  }

  private static String rows() {
    SplittableRandom random = new SplittableRandom(1);
    StringBuilder csv = new StringBuilder("id,zip,age,price,city,bought\n");
    for (int i = 0; i < ROWS; i++) {
      int age = 18 + random.nextInt(60);
      String price = random.nextInt(9) == 0 ? "" : "" + random.nextInt(1000) / 8.0;
      String city = random.nextBoolean() ? "Łódź" : "\"New York,\nNY\"";
      boolean isBuyer = random.nextInt(60) < age - 18;
      csv.append(i).append(",0").append(i % 89).append(',').append(age).append(',').append(price);
      csv.append(',').append(city).append(',').append(isBuyer ? "yes\n" : "no\n");
    }
    return csv.toString();
  }

  private static JsonNode imported(TrainerClient by, String output, String input, String... more)
      throws Exception {
    List<String> args = new ArrayList<>(List.of("import", "--json"));
    args.addAll(TrainerClient.UNHURRIED);
    if (!List.of(more).contains("--master")) {
      args.addAll(List.of("--master", "local"));
    }
    args.addAll(List.of("--records-per-block", BLOCK, "-Dtrainer.import.file-mb=1"));
    args.addAll(List.of("--input", home.resolve(input).toString()));
    args.addAll(List.of("--output", home.resolve(output).toString()));
    args.addAll(List.of(more));
    return by.run(args.toArray(new String[0])).ok().json();
  }

  private static String importId(JsonNode report) {
    assertThat(report.path("scores").isNull()).isTrue();
    String id = report.path("imported").path("importId").asText();
    assertThat(id).matches("[0-9a-f]{64}");
    return id;
  }

  /** The rows and the digest of each file. */
  private static List<String> files(String output) throws IOException {
    JsonNode manifest =
        new ObjectMapper().readTree(home.resolve(output).resolve("_manifest.json").toFile());
    List<String> files = new ArrayList<>();
    for (JsonNode file : manifest.path("files")) {
      files.add(file.path("rows").asInt() + " rows of " + file.path("sha256").asText());
    }
    return files;
  }

  private static String modelId(String input, String... more) throws Exception {
    List<String> args = new ArrayList<>(List.of("submit", "--json", "--master", "local"));
    args.addAll(TrainerClient.UNHURRIED);
    args.addAll(List.of("--input", home.resolve(input).toString()));
    args.addAll(List.of("--output", home.resolve("model-" + System.nanoTime()).toString()));
    args.addAll(List.of(more));
    return client.run(args.toArray(new String[0])).ok().json().path("modelId").asText();
  }

  @Test
  void anImportedTableTrainsTheSameModel() throws Exception {
    assertThat(first.path("imported").path("rows").asInt()).isEqualTo(ROWS);
    assertThat(files("first")).hasSize(2);
    String[] use = {"--label", "bought", "--features=age,price,city,zip:category"};
    String ofCsv = modelId("rows.csv", use[0], use[1], use[2], "-Dtrainer.block.records=" + BLOCK);
    assertThat(modelId("first", use)).isEqualTo(ofCsv);
  }

  @Test
  void aWorkerThatDiesWithAFileCostsNoRow() throws Exception {
    Path once = Files.createDirectory(home.resolve("once"));
    TrainerClient dying = client.dyingAt("worker.beforeFileClosed@" + once);
    // the settings are those of a training, which would leave records out
    String held = "-Dtrainer.validation.percent=10";
    String negatives = "-Dtrainer.input.negatives=0.1";
    JsonNode report = imported(dying, "worker", "rows.csv", "--workers", "2", held, negatives);
    assertThat(once.toFile().list()).hasSize(1);
    assertThat(importId(report)).isEqualTo(importId(first));
    assertThat(files("worker")).isEqualTo(files("first"));
  }

  @Test
  void aMasterThatDiesWithAFileCostsNoRow() throws Exception {
    Path once = Files.createDirectory(home.resolve("master-once"));
    String points = "master.afterFileWritten@" + once + ",master.afterRename@" + once;
    JsonNode report =
        imported(
            client.dyingAt(points), "master", "rows.csv", "--master", "embedded", "--workers", "2");
    assertThat(once.toFile().list()).hasSize(2);
    assertThat(importId(report)).isEqualTo(importId(first));
    assertThat(files("master")).isEqualTo(files("first"));
  }

  @Test
  void parquetHasTheSameRows() throws Exception {
    String whole = "-Dtrainer.import.file-mb=100";
    importId(imported(client, "parquet", "rows.csv", "--to", "parquet", whole));
    JsonNode back = imported(client, "back", "parquet", whole);
    JsonNode ofCsv = imported(client, "whole", "rows.csv", whole);
    assertThat(importId(back)).isEqualTo(importId(ofCsv));
  }

  @Test
  void libsvmTextTrainsTheSameModel() throws Exception {
    SplittableRandom random = new SplittableRandom(2);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      int key = random.nextInt(50);
      text.append(random.nextInt(50) < key ? "1 " : "-1 ").append(key).append(":1 ");
      text.append(100 + random.nextInt(9)).append(':').append(random.nextInt(99) / 10.0);
      text.append('\n');
    }
    Files.writeString(home.resolve("rows.libsvm"), text);
    importId(imported(client, "keys", "rows.libsvm"));
    assertThat(modelId("keys"))
        .isEqualTo(modelId("rows.libsvm", "-Dtrainer.block.records=" + BLOCK));
    TrainerClient.Result refused =
        client.run(
            "import",
            "--master",
            "local",
            "--to",
            "parquet",
            "--input",
            home.resolve("rows.libsvm").toString(),
            "--output",
            home.resolve("none").toString());
    assertThat(refused.exitCode()).isEqualTo(49);
    assertThat(refused.err()).contains("give --to avro");
  }

  @Test
  void aValueThatDoesNotFitItsColumnIsNamedAndNothingIsLeft() throws Exception {
    StringBuilder text = new StringBuilder("id,size\n");
    for (int i = 0; i < 300_000; i++) {
      text.append(i).append(i == 299_999 ? ",2.5\n" : ",2\n");
    }
    Files.writeString(home.resolve("late.csv"), text);
    String[] args = {
      "import",
      "--master",
      "local",
      "--input",
      home.resolve("late.csv").toString(),
      "--output",
      home.resolve("late").toString()
    };
    TrainerClient.Result failed = client.run(args);
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.err())
        .contains("column 'size' has '2.5', which is no whole number")
        .contains("late.csv")
        .contains("--types size:double");
    assertThat(home.resolve("late")).doesNotExist();
  }
}
