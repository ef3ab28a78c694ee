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
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exported models give the scores of {@code score}, from raw columns. */
class ExportTest {
  private static final int ROWS = Integer.getInteger("trainer.export.rows", 2000);
  private static final double CLOSE = 1e-6;
  private static final String FEATURES =
      "age,pay:log,job,city,age:bucket(25;35;50),job*city,age:category,pay:raw";

  @TempDir private Path home;

  @ParameterizedTest
  @CsvSource({"logistic,rich", "linear,wealth", "softmax,class", "fm,rich"})
  void otherProgramsGiveTheScoresOfTrainer(String kind, String label) throws Exception {
    Commands trainer = new Commands(home);
    People people = People.random(ROWS, 1);
    Path train = people.write(home.resolve("train.csv"), "age", "pay", "job", "city", label);
    Path rows = people.write(home.resolve("rows.csv"), "id", "age", "pay", "job", "city");
    Path model = home.resolve("model");
    List<Object> submit = new ArrayList<>(List.of("submit", "--master", "local", "--input", train));
    submit.addAll(List.of("--label", label, "--model", kind, "--output", model));
    submit.addAll(List.of("--features", FEATURES, "--optimizer", "adagrad"));
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
    for (String format : List.of("onnx", "pmml")) {
      Path file = home.resolve("model." + format);
      trainer.run("model", "export", model, "--to", format, "--names", train, "--output", file);
      List<Map<String, Double>> found =
          format.equals("onnx")
              ? OnnxReader.score(file, people.rows())
              : PmmlReader.score(file, people.rows());
      assertAlike(format, found, expected);
    }
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
