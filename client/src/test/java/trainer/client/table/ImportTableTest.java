package trainer.client.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.data.file.InputLister;

class ImportTableTest {
  private static final String PEOPLE =
      """
      id,zip,height,city,born,account,note
      1,01234,1.80,Oslo,1980,12345678901234567890,
      22,90210,1.7,007,1990,7,x
      """;

  @TempDir private Path folder;

  private Optional<ImportTable> table(String name, String text, String... more) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    Map<String, String> settings = new HashMap<>();
    settings.put("trainer.input", file.toUri().toString());
    settings.put("trainer.import.format", "avro");
    for (int i = 0; i < more.length; i += 2) {
      settings.put(more[i], more[i + 1]);
    }
    return ImportTable.of(
        new Configuration(false), Settings.of(settings), listing(Settings.of(settings)));
  }

  private String types(String... more) throws IOException {
    return table("a.csv", PEOPLE, more)
        .orElseThrow()
        .resolvedSettings()
        .get("trainer.import.types");
  }

  @Test
  void aColumnHasTheTypeThatKeepsItsValues() throws IOException {
    assertThat(types())
        .isEqualTo("id:long,zip:text,height:double,city:text,born:long,account:text,note:text");
  }

  @Test
  void namedTypesReplaceThoseOfTheSample() throws IOException {
    assertThat(types("trainer.import.types", "zip:double, born : text"))
        .isEqualTo("id:long,zip:double,height:double,city:text,born:text,account:text,note:text");
  }

  @Test
  void aTypeOfNoColumnIsRefused() {
    assertThatThrownBy(() -> types("trainer.import.types", "zipp:text"))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("the input has no column zipp")
        .hasMessageContaining("did you mean zip?");
    assertThatThrownBy(() -> types("trainer.import.types", "zip:txt"))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("there is no type txt; did you mean text?");
  }

  @Test
  void wholeFilesAreNotImported() {
    assertThatThrownBy(() -> types("trainer.input.format", "file"))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("would write their paths alone");
  }

  @Test
  void namesThatAvroLacksAreToldBeforeTheStart() throws IOException {
    ImportTable table = table("b.csv", "work-class,a b\nx,1\n").orElseThrow();
    assertThat(table.warnings())
        .containsExactly(
            "column 'work-class' is called work_class in Avro; --to parquet keeps it",
            "column 'a b' is called a_b in Avro; --to parquet keeps it");
    assertThat(table.resolvedSettings()).containsValue("work-class:text,a b:long");
  }

  @Test
  void rowsOfKeysAndValuesAreNoTable() throws IOException {
    assertThat(table("a.libsvm", "1 3:0.5\n")).isEmpty();
    assertThatThrownBy(() -> table("a.libsvm", "1 3:0.5\n", "trainer.import.format", "parquet"))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("keys and values")
        .hasMessageContaining("give --to avro");
  }

  private static InputLister.Listing listing(Settings settings) {
    return new InputLister(new Configuration(false)).list(settings.get(Keys.INPUT));
  }
}
