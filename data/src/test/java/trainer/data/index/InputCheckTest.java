package trainer.data.index;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trainer.core.config.Settings;
import trainer.core.failure.FailureKind;
import trainer.core.input.Labels;
import trainer.data.AvroFiles;
import trainer.data.Input;

class InputCheckTest {
  private static final String GOOD = "1 1:1 2:0.5\n0 2:1\n";

  private final Path folder;
  private final Input input;
  private final Map<String, String> settings = new HashMap<>();

  InputCheckTest(@TempDir Path folder) {
    this.folder = folder;
    this.input = new Input(folder);
  }

  private InputCheck.Passed check() {
    return check(Input.hadoop(), folder.toString());
  }

  private InputCheck.Passed check(Configuration hadoop, String inputs) {
    return new InputCheck(hadoop, Settings.of(settings), Labels.BINARY).check(inputs);
  }

  @Test
  void passesWhatCanBeRead() throws IOException {
    input.write("a.libsvm", GOOD);
    input.write("b.libsvm", GOOD);
    assertThat(check().files()).hasSize(2);
    assertThat(check().warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '"',
      value = {
        "clicked,country,age ! this looks like CSV; --label COLUMN names its label",
        "0,tr,2026-01-01 12:30 ! this looks like CSV",
        "1;2;3 ! CSV with another delimiter",
        "\"1\\t2\\t3\" ! CSV with another delimiter",
        "1 0.5 0.25 ! a table of numbers without indices",
        "{\"\"a\"\":1} ! JSON",
        "label country age ! this looks like a header",
        "1 1:1 qid:3 ! 'qid:' is not the first after the label",
        "1 -3:1 ! an index is below 0",
        "1 2:3:0.5:1 ! the value is not a number",
        "1 1:0,5 ! the value is not a number",
        "1,0 2:1 ! the label is not a number",
        "2 1:1 ! label 2 is none that the model takes: 1 and 0, or 1 and -1",
      })
  void namesFileLineAndForm(String line, String what) throws IOException {
    input.write("data", "# data\n\n" + line.replace("\\t", "\t") + "\n");
    fails(FailureKind.DATA_INVALID, this::check)
        .containsPattern("/data at byte [0-9]+, line 3: '")
        .contains(what);
  }

  @Test
  void advisesToRecodeLabelsThatTheModelDoesNotTake() throws IOException {
    input.write("data", "2 1:1\n1 2:1\n");
    fails(FailureKind.DATA_INVALID, this::check)
        .contains("line 1", "sed 's/^2 /0 /'")
        .doesNotContain("correct the line");
  }

  @Test
  void seesALabelOfAnAvroRecord() throws IOException {
    byte[] twos =
        AvroFiles.write(
            AvroFiles.PLAIN,
            "snappy",
            4,
            2,
            (record, i) -> {
              record.put("label", 2);
              record.put("indices", AvroFiles.record(i).keys());
              record.put("values", AvroFiles.record(i).values());
            });
    input.write("a.avro", twos);
    fails(FailureKind.DATA_INVALID, this::check).contains("label 2", "record 0");
  }

  @Test
  void seesAnAvroFileCutWithinItsFirstBlock() throws IOException {
    byte[] whole = AvroFiles.plain("snappy", 20, 20);
    input.write("a.avro", java.util.Arrays.copyOf(whole, whole.length - 5));
    fails(FailureKind.INPUT_TRUNCATED, this::check).contains("a.avro");
  }

  @Test
  void toleratesAsManyBrokenRecordsAsTheJobDoes() throws IOException {
    input.write("a", "x 1:1\n1 1:1\n");
    input.write("b", "x 1:1\n1 1:1\n");
    settings.put("trainer.input.max-bad-records", "2");
    assertThat(check().files()).hasSize(2);
    settings.put("trainer.input.max-bad-records", "1");
    fails(FailureKind.DATA_INVALID, this::check)
        .contains("2 broken records", "/a at byte 0, line 1");
  }

  @Test
  void refusesFilesWithoutARecord() throws IOException {
    Path file = input.write("a", "");
    fails(FailureKind.INPUT_EMPTY, this::check).contains("the input holds no record", "(1 file)");
    Files.writeString(file, "\n  \n# a comment\n\n");
    fails(FailureKind.INPUT_EMPTY, this::check).contains("no record");
    Files.writeString(file, "\ufeff\n");
    fails(FailureKind.INPUT_EMPTY, this::check).contains("no record");
    input.write("b.avro", AvroFiles.plain("snappy", 0, 1));
    fails(FailureKind.INPUT_EMPTY, this::check).contains("(2 files)");
    input.write("c", GOOD);
    assertThat(check().files()).hasSize(3);
  }

  @Test
  void doesNotTakeALongBlankHeadForAnEmptyFile() throws IOException {
    input.write("a", "\n".repeat(100_000) + GOOD);
    assertThat(check().files()).hasSize(1);
  }

  @Test
  void passesAFirstLineThatIsLongerThanIsRead() throws IOException {
    input.write("a", "1" + " 1:1".repeat(100_000) + "\n");
    assertThat(check().files()).hasSize(1);
  }

  @Test
  void warnsOfAFileNamedTwiceAndOfSeveralFormats() throws IOException {
    Path text = input.write("a.libsvm", GOOD);
    assertThat(check(Input.hadoop(), text + "," + folder).warnings())
        .containsExactly("a file that is named twice is read once: file:" + text);
    input.write("b.avro", AvroFiles.plain("snappy", 2, 2));
    assertThat(check().warnings())
        .containsExactly("the input holds files of several formats: Avro, libsvm text");
  }

  @Test
  void readsTheBeginningOfAFewFilesHoweverManyAndLargeTheyAre() throws IOException {
    for (int i = 0; i < 40; i++) {
      input.write("f%02d".formatted(i), GOOD.repeat(20_000));
    }
    Configuration counting = Input.hadoop();
    counting.set("fs.file.impl", CountingFileSystem.class.getName());
    CountingFileSystem.reset();
    assertThat(check(counting, folder.toString()).files()).hasSize(40);
    assertThat(CountingFileSystem.bytesRead()).isBetween(16L << 16, 17L << 16);
  }

  @Test
  void saysThatHadoopCannotReadAColonInTheNameOfAFile() throws IOException {
    Path file = input.write("e:1.libsvm", GOOD);
    Configuration checked = new Configuration();
    fails(FailureKind.INPUT_BAD_FILE, () -> check(checked, file.toString()))
        .contains("a colon in its name", "e:1.libsvm", "rename the file");
  }

  @Test
  void namesTheValidationInput() {
    fails(
            FailureKind.INPUT_NOT_FOUND,
            () ->
                ValidationInput.named(() -> check(Input.hadoop(), folder.resolve("no").toString())))
        .contains("validation input");
  }
}
