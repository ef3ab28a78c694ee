package trainer.client.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import trainer.client.cli.job.SubmitCommand;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.learning.model.Models;
import trainer.learning.spi.ModelArguments;

/** Holds the table to Trainer's keys, and to the options of submit. */
class CorrespondenceTableTest {
  /** A value of the old program for each form that is converted. */
  private static final Map<ValueConversion, String> OLD_VALUES =
      Map.of(
          ValueConversion.GB, "4",
          ValueConversion.MEMORY, "2g",
          ValueConversion.MILLIS, "5000",
          ValueConversion.PERCENT, "0.05",
          ValueConversion.PLUS_ONE, "0",
          ValueConversion.PORTS, "20000,30000",
          ValueConversion.LOWER_CASE, "Adam",
          ValueConversion.FILES, "data.txt::words.txt",
          ValueConversion.ARCHIVES, "venv.zip#archive");

  static Stream<Correspondence> rows() {
    return CorrespondenceTable.load().rows().stream();
  }

  static Stream<Correspondence> rowsWithAnOption() {
    return rows().filter(row -> !row.option().isEmpty());
  }

  @ParameterizedTest
  @MethodSource("rowsWithAnOption")
  void newOptionExistsAndTakesTheConvertedValue(Correspondence row) {
    if (row.option().startsWith(Keys.MODEL_ARGUMENT_PREFIX)) {
      assertThat(modelsThatTake(row)).as(row.option()).isNotEmpty();
    } else if (row.option().startsWith("--")) {
      String option = row.option() + "=" + row.convert(OLD_VALUES.get(ValueConversion.MILLIS));
      CommandLine submit =
          new CommandLine(new SubmitCommand()).setCaseInsensitiveEnumValuesAllowed(true);
      assertThatCode(() -> submit.parseArgs(option)).doesNotThrowAnyException();
    } else {
      assertThat(Keys.all()).containsKey(row.option());
      Key<?> key = Keys.all().get(row.option());
      assertThat(oldValues(row, key)).anyMatch(value -> takes(key, row.convert(value)));
    }
  }

  @Test
  void optionForATimeLimitHasAUnit() {
    assertThat(Keys.ALLOCATION_TIMEOUT.parse(newValue("tony.application.timeout", "3600000")))
        .hasHours(1);
  }

  @Test
  void keyWithoutAnOptionHasARemark() {
    assertThat(rows().filter(row -> row.option().isEmpty() && row.remark().isEmpty())).isEmpty();
  }

  @Test
  void everyValueOfAKnownKeyHasARow() {
    CorrespondenceTable table = CorrespondenceTable.load();
    Set<String> incomplete =
        rows()
            .map(row -> row.key().replace("*", "x"))
            .filter(key -> table.rowsFor(key, "no such value").isEmpty())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    assertThat(incomplete).isEmpty();
  }

  @Test
  void everyRowCanBeReached() {
    CorrespondenceTable table = CorrespondenceTable.load();
    List<Correspondence> hidden =
        rows()
            .filter(row -> row.value().equals("*"))
            .filter(row -> !table.rowsFor(row.key().replace("*", "x"), "no such").contains(row))
            .toList();
    assertThat(hidden).isEmpty();
  }

  /** Values of the old program; those that are not converted have the form of Trainer's. */
  private static List<String> oldValues(Correspondence row, Key<?> key) {
    if (row.conversion() != ValueConversion.SAME) {
      return List.of(OLD_VALUES.get(row.conversion()));
    }
    boolean isText = key.expected().equals("text") || key == Keys.INPUT_FORMAT;
    return isText ? List.of("com.example.Any") : List.of("true", "0.5", "2", "512");
  }

  private static boolean takes(Key<?> key, String value) {
    try {
      key.parse(value);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static String newValue(String oldKey, String oldValue) {
    return CorrespondenceTable.load().rowsFor(oldKey, oldValue).get(0).convert(oldValue);
  }

  private static List<String> modelsThatTake(Correspondence row) {
    String argument = row.option().substring(Keys.MODEL_ARGUMENT_PREFIX.length());
    List<Map<String, String>> candidates =
        row.fixed() != null
            ? List.of(Map.of(argument, row.fixed()))
            : List.of(
                Map.of(argument, "true"),
                Map.of(argument, "0.5"),
                Map.of(argument, "8"),
                Map.of("loss", "huber", argument, "0.5"));
    return Models.aliases().stream()
        .filter(model -> !model.equals("softmax"))
        .filter(model -> candidates.stream().anyMatch(arguments -> takes(model, arguments)))
        .toList();
  }

  private static boolean takes(String model, Map<String, String> arguments) {
    try {
      Models.load(model, new ModelArguments(arguments), CorrespondenceTable.class.getClassLoader());
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }
}
