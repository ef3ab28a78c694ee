package trainer.it.modeljar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trainer.it.cluster.TrainerClient;

/** A process with trainer-model.jar alone gives each row the outputs that score writes. */
class ModelJarTest {
  private static final Path JAR = Path.of("../../scorer/target/trainer-model.jar");
  private static final Path PROGRAM = Path.of("src/test/java/trainer/it/modeljar/ScoreRows.java");
  private static final Path PAGE = Path.of("../../docs/guide/model-jar.md");
  private static final Pattern EXAMPLE = Pattern.compile("(?s)```java\\n(.*?)```");
  private static final long MOST_BYTES = 1_500_000;
  private static final int ROWS = 600;
  private static final String FEATURES =
      "age,age:bucket(25;40),pay:log,pay:raw,city,vip:category,city*vip,city*age";

  @TempDir private static Path home;
  private static TrainerClient client;

  @BeforeAll
  static void writesRows() throws IOException {
    client = new TrainerClient(home);
    Files.writeString(home.resolve("train.csv"), table(1));
    Files.writeString(home.resolve("rows.csv"), table(2));
    for (int classes : new int[] {0, 2, 3}) {
      Files.writeString(home.resolve("train-" + classes + ".libsvm"), sparse(1, classes));
    }
    Files.writeString(home.resolve("rows.libsvm"), sparse(2, 2));
  }

  /** A table with missing values; the rows of another seed have cities of their own. */
  private static String table(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder csv = new StringBuilder("id,age,pay,city,vip,bought,grade,spent\n");
    for (int i = 0; i < ROWS; i++) {
      int age = 18 + random.nextInt(60);
      csv.append(i).append(',');
      csv.append(random.nextInt(9) == 0 ? "" : age).append(',');
      csv.append(random.nextInt(9) == 0 ? "" : (random.nextInt(900_000) - 9000) / 100_000.0)
          .append(',');
      csv.append(List.of("Łódź", "Oslo", "", "Rome " + seed).get(random.nextInt(4))).append(',');
      csv.append(random.nextBoolean()).append(',');
      csv.append(random.nextInt(60) < age - 18 ? 1 : 0).append(',');
      csv.append(age % 3).append(',').append(age / 8.0).append('\n');
    }
    return csv.toString();
  }

  /** Rows of keys and values; half of the keys of another seed were never met in training. */
  private static String sparse(int seed, int classes) {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      text.append(classes == 0 ? random.nextDouble() : random.nextInt(classes));
      TreeSet<Long> keys = new TreeSet<>();
      for (int j = random.nextInt(30); j >= 0; j--) {
        keys.add(
            random.nextBoolean() ? random.nextLong(50) : 1_000_000L * seed + random.nextInt(99));
      }
      for (long key : keys) {
        text.append(' ').append(key).append(':').append((float) random.nextDouble());
      }
      text.append('\n');
    }
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource({"logistic,bought", "fm,bought", "softmax,grade", "linear,spent"})
  void rowsOfATableHaveTheOutputsOfScore(String model, String label) throws Exception {
    Path folder = train(model, home.resolve("train.csv"), "--label", label, "--features", FEATURES);
    assertSame(folder, home.resolve("rows.csv"));
  }

  @ParameterizedTest
  @CsvSource({"fm,2", "softmax,3"})
  void rowsOfKeysHaveTheOutputsOfScore(String model, int classes) throws Exception {
    Path folder = train(model, home.resolve("train-" + classes + ".libsvm"));
    assertSame(folder, home.resolve("rows.libsvm"));
  }

  @Test
  void theExampleOfTheGuideRuns() throws Exception {
    Path folder =
        train("logistic", home.resolve("train.csv"), "--label", "bought", "--features", "age,city");
    Matcher example = EXAMPLE.matcher(Files.readString(PAGE));
    assertThat(example.find()).isTrue();
    Path program = home.resolve("Example.java");
    Files.writeString(program, example.group(1));
    List<String> printed = java(program, folder.toString());
    assertThat(printed).hasSize(1);
    assertThat(Float.parseFloat(printed.get(0))).isBetween(0.01f, 0.99f);
  }

  @Test
  void theJarIsSmall() throws IOException {
    assertThat(Files.size(JAR)).isBetween(10_000L, MOST_BYTES);
  }

  private static Path train(String model, Path input, String... more) throws Exception {
    Path folder = Files.createTempDirectory(home, "models").resolve("model");
    List<String> args = new ArrayList<>(List.of("submit", "--master", "local", "--model", model));
    args.addAll(TrainerClient.UNHURRIED);
    args.addAll(List.of("--input", input.toString(), "--output", folder.toString()));
    if (model.equals("softmax")) {
      args.add("-Dtrainer.model.classes=3");
    }
    args.addAll(List.of(more));
    client.run(args.toArray(new String[0])).ok();
    return folder;
  }

  private static void assertSame(Path model, Path rows) throws Exception {
    Path output = model.resolveSibling("scored");
    List<String> args = new ArrayList<>(List.of("score", "--master", "local", "--workers", "1"));
    args.addAll(TrainerClient.UNHURRIED);
    args.addAll(List.of("--model", model.toString(), "--input", rows.toString()));
    args.addAll(List.of("--output", output.toString()));
    client.run(args.toArray(new String[0])).ok();
    List<String> expected = bits(output);
    List<String> found = java(PROGRAM, model.toString(), rows.toString());
    assertThat(expected).hasSize(ROWS);
    assertThat(new TreeSet<>(expected)).hasSizeGreaterThan(ROWS / 4);
    assertThat(found).isEqualTo(expected);
  }

  /** The bits of the numbers in the files of a scoring job, of which there is one. */
  private static List<String> bits(Path output) throws IOException {
    try (Stream<Path> files = Files.list(output)) {
      List<Path> parts = files.filter(one -> one.toString().endsWith(".csv")).toList();
      assertThat(parts).hasSize(1);
      List<String> lines = Files.readAllLines(parts.get(0));
      return lines.subList(1, lines.size()).stream().map(ModelJarTest::bitsOfLine).toList();
    }
  }

  private static String bitsOfLine(String line) {
    return Stream.of(line.split(",", -1))
        .map(text -> Integer.toHexString(Float.floatToRawIntBits(Float.parseFloat(text))) + " ")
        .collect(Collectors.joining());
  }

  /** Runs a program from its source, with the jar alone; returns the lines that it prints. */
  private static List<String> java(Path program, String... args) throws Exception {
    Path out = Files.createTempFile(home, "out", ".txt");
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.addAll(List.of("-Xlog:disable", "-cp", JAR.toString(), program.toString()));
    command.addAll(List.of(args));
    Process process =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectErrorStream(true).start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(() -> "printed: " + read(out)).isZero();
    return Files.readAllLines(out);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
