package trainer.readers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exported models give the scores of {@code score}, from raw columns. */
class ExportTest {
  private static final int ROWS = Integer.getInteger("trainer.export.rows", 2000);
  private static final double CLOSE = 1e-6;
  private static final String FEATURES =
      "age,pay:log,job,city,age:bucket(25;35;50),job*city,age:category,pay:raw,v1";

  @TempDir private Path home;

  @ParameterizedTest
  @CsvSource({"linear,wealth,0", "softmax,class,0", "fm,rich,0", "logistic,rich,6"})
  void otherProgramsGiveTheScoresOfTrainer(String kind, String label, int bits) throws Exception {
    Commands trainer = new Commands(home);
    Path train =
        People.random(ROWS, 40, 1)
            .write(home.resolve("train.csv"), "age", "pay", "job", "city", "v1", label);
    // rows that training never met, some of them of cities that it never met
    People people = People.random(ROWS, 42, 2);
    Path rows = people.write(home.resolve("rows.csv"), "id", "age", "pay", "job", "city", "v1");
    Path model = home.resolve("model");
    List<Object> submit = new ArrayList<>(List.of("submit", "--master", "local", "--input", train));
    submit.addAll(List.of("--label", label, "--model", kind, "--output", model));
    submit.addAll(List.of("--features", FEATURES, "--optimizer", "adagrad"));
    submit.addAll(List.of("-Dtrainer.features.bits=" + bits));
    submit.addAll(kind.equals("softmax") ? List.of("-Dtrainer.model.classes=3") : List.of());
    trainer.run(submit.toArray());
    Path scored = home.resolve("scored");
    trainer.run(
        "score",
        "--master",
        "local",
        "--model",
        model,
        "--input",
        rows,
        "--keep",
        "id",
        "--output",
        scored);
    List<Map<String, Double>> expected = read(scored);
    // texts that training never met count where they share a key, or have random factors
    Object names = bits > 0 || kind.equals("fm") ? train + "," + rows : train;
    for (String format : List.of("onnx", "pmml")) {
      Path file = home.resolve("model." + format);
      trainer.run("model", "export", model, "--to", format, "--names", names, "--output", file);
      List<Map<String, Double>> found =
          format.equals("onnx")
              ? OnnxReader.score(file, people.rows())
              : PmmlReader.score(file, people.rows());
      assertAlike(format, found, expected);
    }
  }

  @Test
  void weightsHaveTheirNames() throws Exception {
    Commands trainer = new Commands(home);
    Path train =
        People.random(500, 5, 1).write(home.resolve("train.csv"), "age", "job", "score", "rich");
    Path model = home.resolve("model");
    trainer.run(
        "submit", "--master", "local", "--input", train, "--label", "rich", "--output", model);
    String shown = trainer.run("model", "show", model, "--names", train, "--largest", "3");
    assertThat(shown).containsPattern("\\[0] +-?\\d.*  (age|job|score)\\S*(=| is NULL)?");
    Path text = home.resolve("model.tsv");
    trainer.run("model", "export", model, "--to", "text", "--names", train, "--output", text);
    assertThat(Files.readAllLines(text))
        .contains("name\tkey\tvalue_0")
        .anyMatch(line -> line.startsWith("intercept\t\t"))
        .anyMatch(line -> line.startsWith("job=nurse\t"))
        .anyMatch(line -> line.startsWith("age is NULL\t"));
    String refused =
        trainer.refused("model", "export", model, "--to", "onnx", "--output", text + ".onnx");
    assertThat(refused).contains("CONFIG_CONFLICT", "hashes of the texts of job", "--names INPUT");
    Path few = Files.writeString(home.resolve("few.csv"), "age,job,score,rich\n30,nurse,1,1\n");
    Path onnx = home.resolve("few.onnx");
    assertThat(
            trainer.run("model", "export", model, "--to", "onnx", "--names", few, "--output", onnx))
        .containsPattern("WARNING \\d+ rows of the model left out");
    assertThat(OnnxReader.inputs(onnx)).contains("age", "job", "score#input");
  }

  @ParameterizedTest
  @CsvSource("fm")
  void keysAndValuesAreExportedToOnnx(String kind) throws Exception {
    Commands trainer = new Commands(home);
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder lines = new StringBuilder();
    List<long[]> keys = new ArrayList<>();
    List<float[]> values = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      int count = 1 + random.nextInt(5);
      long[] ofRow = random.longs(0, 30).distinct().limit(count).sorted().toArray();
      float[] numbers = new float[count];
      lines.append(ofRow[0] < 15 ? 1 : 0);
      for (int j = 0; j < count; j++) {
        numbers[j] = (float) random.nextDouble();
        lines.append(' ').append(ofRow[j]).append(':').append(numbers[j]);
      }
      lines.append('\n');
      keys.add(ofRow);
      values.add(numbers);
    }
    Path train = Files.writeString(home.resolve("train.libsvm"), lines);
    Path model = home.resolve("model");
    trainer.run(
        "submit", "--master", "local", "--input", train, "--model", kind, "--output", model);
    Path scored = home.resolve("scored");
    trainer.run(
        "score",
        "--master",
        "local",
        "--workers",
        1,
        "--model",
        model,
        "--input",
        train,
        "--output",
        scored);
    Path file = home.resolve("model.onnx");
    trainer.run("model", "export", model, "--to", "onnx", "--output", file);
    List<Double> expected = new ArrayList<>(scores(scored));
    List<Double> found = OnnxReader.score(file, keys, values);
    // rows of a scored file are in the order of its tasks
    assertThat(found.stream().sorted().toList()).hasSameSizeAs(expected);
    expected.sort(null);
    found.sort(null);
    for (int i = 0; i < expected.size(); i++) {
      assertThat(found.get(i)).as("row %d", i).isCloseTo(expected.get(i), within(CLOSE));
    }
  }

  private static List<Double> scores(Path scored) throws IOException {
    List<Double> scores = new ArrayList<>();
    try (Stream<Path> files = Files.list(scored)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".csv")).toList()) {
        List<String> lines = Files.readAllLines(file);
        lines.subList(1, lines.size()).forEach(line -> scores.add(Double.valueOf(line)));
      }
    }
    return scores;
  }

  private static void assertAlike(
      String format, List<Map<String, Double>> found, List<Map<String, Double>> expected) {
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      String row = format + " of row " + i;
      assertThat(found.get(i).keySet()).as(row).isEqualTo(expected.get(i).keySet());
      for (Map.Entry<String, Double> output : expected.get(i).entrySet()) {
        assertThat(found.get(i).get(output.getKey()))
            .as("%s, %s", row, output.getKey())
            .isCloseTo(output.getValue(), within(CLOSE * Math.max(1, Math.abs(output.getValue()))));
      }
    }
  }

  /** The outputs in the order of the ids. */
  private static List<Map<String, Double>> read(Path scored) throws IOException {
    Map<Integer, Map<String, Double>> byId = new HashMap<>();
    try (Stream<Path> files = Files.list(scored)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".csv")).toList()) {
        List<String> lines = Files.readAllLines(file);
        List<String> names = Arrays.asList(lines.get(0).split(",", -1));
        for (String line : lines.subList(1, lines.size())) {
          String[] fields = line.split(",", -1);
          Map<String, Double> outputs = new HashMap<>();
          for (int c = 1; c < fields.length; c++) {
            outputs.put(names.get(c), Double.valueOf(fields[c]));
          }
          byId.put(Integer.valueOf(fields[0]), outputs);
        }
      }
    }
    return byId.entrySet().stream()
        .sorted(Comparator.comparing(Map.Entry::getKey))
        .map(Map.Entry::getValue)
        .toList();
  }
}
