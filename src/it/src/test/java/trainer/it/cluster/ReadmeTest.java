package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the README from a CSV to scored rows, word for word. */
class ReadmeTest {
  private static final Path PAGE = Path.of("../../README.md");
  private static final Pattern COMMAND =
      Pattern.compile("    bin/trainer (.*(train|test|new)\\.csv.*)");
  private static final int ROWS = 2000;

  @TempDir private Path home;

  private static List<String[]> commands() throws IOException {
    return Files.readAllLines(PAGE).stream()
        .map(COMMAND::matcher)
        .filter(Matcher::matches)
        .map(line -> line.group(1).split(" "))
        .toList();
  }

  private void write(String file, int seed, boolean isLabelled) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder csv = new StringBuilder("id,age,job").append(isLabelled ? ",income\n" : "\n");
    for (int i = 0; i < ROWS; i++) {
      int age = 18 + random.nextInt(60);
      String job = random.nextInt(3) == 0 ? "" : random.nextBoolean() ? "clerk" : "\"chef, sous\"";
      csv.append(i).append(',').append(age).append(',').append(job);
      String income = 15 + random.nextInt(30) < age - 18 ? ">50K" : "<=50K";
      csv.append(isLabelled ? "," + income + "\n" : "\n");
    }
    Files.writeString(home.resolve(file), csv);
  }

  @Test
  void threeCommandsLeadFromATableToScoredRows() throws Exception {
    write("train.csv", 1, true);
    write("test.csv", 2, true);
    write("new.csv", 3, false);
    List<String[]> commands = commands();
    assertThat(commands)
        .extracting(words -> words[0])
        .containsExactly("submit", "evaluate", "score");
    TrainerClient client = new TrainerClient(home).in(home);
    for (String[] command : commands) {
      TrainerClient.Result result = client.run(command).ok();
      if (command[0].equals("evaluate")) {
        Matcher auc = Pattern.compile("(?m)^AUC: ([0-9.]+)$").matcher(result.out());
        assertThat(auc.find()).as(result.out()).isTrue();
        assertThat(Double.parseDouble(auc.group(1))).isGreaterThan(0.75);
      }
    }
    try (var files = Files.list(home.resolve("scored"))) {
      List<String> lines =
          files
              .filter(file -> file.toString().endsWith(".csv"))
              .flatMap(file -> readLines(file).stream())
              .filter(line -> !line.equals("id,score"))
              .toList();
      assertThat(lines).hasSize(ROWS);
      assertThat(lines.stream().map(line -> line.substring(0, line.indexOf(','))).distinct())
          .hasSize(ROWS);
    }
  }

  private static List<String> readLines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
