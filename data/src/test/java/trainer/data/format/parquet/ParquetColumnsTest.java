package trainer.data.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.parquet.example.data.simple.NanoTime;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.config.Settings;
import trainer.core.failure.FailureKind;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.FeatureKeys;
import trainer.core.input.LabelRule;
import trainer.core.input.Labels;
import trainer.data.Input;
import trainer.data.file.InputLister;
import trainer.data.format.ColumnSample;
import trainer.data.format.TableSample;
import trainer.data.index.InputCheck;
import trainer.data.index.InputSample;

/** The types of columns, and the columns that a job uses. */
class ParquetColumnsTest {
  private static final FeatureKeys KEYS = new FeatureKeys();

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("a.parquet");
  }

  private Input input(String features) {
    return new Input(folder).with("trainer.features", features);
  }

  private ParquetRows rows(String columns) throws IOException {
    return new ParquetRows(file(), "required int32 label; " + columns, ParquetRows.plain());
  }

  /** The value of the column {@code x} of the only row, as a raw number. */
  private float raw(String column, Object value) throws IOException {
    try (ParquetRows rows = rows(column)) {
      rows.row(
          row -> {
            row.append("label", 1);
            if (value instanceof Integer number) {
              row.append("x", number);
            } else if (value instanceof Long number) {
              row.append("x", number);
            } else if (value instanceof Boolean flag) {
              row.append("x", flag);
            } else {
              row.append("x", (Binary) value);
            }
          });
    }
    List<Float> values = input("x:raw").read().get(0).values();
    Files.delete(file());
    return values.get(0);
  }

  private static Binary bytes(int... bytes) {
    byte[] all = new byte[bytes.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) bytes[i];
    }
    return Binary.fromConstantByteArray(all);
  }

  private static Binary unscaled(String digits, int length) {
    byte[] own = new BigInteger(digits).toByteArray();
    byte[] all = new byte[length];
    Arrays.fill(all, (byte) (own[0] < 0 ? -1 : 0));
    System.arraycopy(own, 0, all, length - own.length, own.length);
    return Binary.fromConstantByteArray(all);
  }

  @Test
  void numbersOfAllTypesAreRead() throws IOException {
    assertThat(raw("required int32 x;", -7)).isEqualTo(-7f);
    assertThat(raw("required int32 x (INTEGER(32,false));", -1)).isEqualTo(0x1p32f);
    assertThat(raw("required int64 x (INTEGER(64,false));", -1L)).isEqualTo(0x1p64f);
    assertThat(raw("required int32 x (DATE);", 20_000)).isEqualTo(20_000f);
    assertThat(raw("required int64 x (TIMESTAMP(MILLIS,true));", 1_234L)).isEqualTo(1_234f);
    assertThat(raw("required boolean x;", true)).isEqualTo(1f);
    assertThat(raw("required int32 x (DECIMAL(5,2));", -125)).isEqualTo(-1.25f);
    assertThat(raw("required int64 x (DECIMAL(18,9));", 123_456_789_012_345_678L))
        .isEqualTo(new BigDecimal("123456789.012345678").floatValue());
    assertThat(raw("required binary x (DECIMAL(5,2));", bytes(0xff, 0x83))).isEqualTo(-1.25f);
    assertThat(
            raw(
                "required fixed_len_byte_array(16) x (DECIMAL(38,2));",
                unscaled("-98765432109876543210", 16)))
        .isEqualTo(new BigDecimal("-987654321098765432.10").floatValue());
    assertThat(raw("required fixed_len_byte_array(2) x (FLOAT16);", bytes(0x00, 0xc1)))
        .isEqualTo(-2.5f);
    assertThat(raw("required fixed_len_byte_array(2) x (FLOAT16);", bytes(0x01, 0x00)))
        .isEqualTo(0x1p-24f);
  }

  @Test
  void aWholeNumberAsACategoryHasAllItsDigits() throws IOException {
    try (ParquetRows rows = rows("required int64 id; required int64 u (INTEGER(64,false));")) {
      for (long id : new long[] {9007199254740993L, Long.MIN_VALUE, -1}) {
        rows.row(row -> row.append("label", 1).append("id", id).append("u", id));
      }
    }
    List<Input.Row> read = input("id:category,u:category").read();
    assertThat(read.get(0).keys().get(0)).isEqualTo(KEYS.column("id").category(9007199254740993L));
    assertThat(read.get(1).keys().get(0)).isEqualTo(KEYS.column("id").category(Long.MIN_VALUE));
    byte[] most = "18446744073709551615".getBytes(StandardCharsets.UTF_8);
    assertThat(read.get(2).keys().get(1))
        .isEqualTo(KEYS.column("u").category(most, 0, most.length));
  }

  @Test
  void aTextIsParsedWhereATermReadsItAsANumber() throws IOException {
    try (ParquetRows rows = rows("optional binary x (STRING);")) {
      rows.row(row -> row.append("label", 1).append("x", "2.5"));
      rows.row(row -> row.append("label", 1).append("x", "no"));
      rows.row(row -> row.append("label", 0));
    }
    Input.Read read = input("x:raw").readOn();
    assertThat(read.rows()).hasSize(2);
    assertThat(read.rows().get(0).values()).containsExactly(2.5f);
    assertThat(read.rows().get(1).keys()).containsExactly(KEYS.column("x").missing());
    assertThat(read.bad().count()).isEqualTo(1);
    assertThat(read.bad().first().toException())
        .hasMessageContaining("column 'x' has 'no', which is no number")
        .hasMessageContaining("a.parquet, row group at byte 4, row 1");
  }

  @Test
  void labelsMayBeNumbersBooleansOrTexts() throws IOException {
    try (ParquetRows rows =
        new ParquetRows(
            file(),
            "optional double n; required boolean b; required binary t (STRING);",
            ParquetRows.plain())) {
      rows.row(row -> row.append("n", 2.0).append("b", true).append("t", "yes"));
      rows.row(row -> row.append("b", false).append("t", "no"));
    }
    assertThat(labels(input("t").with("trainer.label", "b"))).containsExactly(1f, 0f);
    assertThat(labels(input("b").with("trainer.label", "t").with("trainer.label.positive", "no")))
        .containsExactly(0f, 1f);
    Input.Read numbers = input("b").with("trainer.label", "n").labels(Labels.BINARY).readOn();
    assertThat(numbers.rows()).isEmpty();
    assertThat(numbers.bad().count()).isEqualTo(2);
    assertThat(numbers.bad().first().toException()).hasMessageContaining("label 2 is none that");
    assertThat(labels(input("b").with("trainer.label", "t").labels(LabelRule.ANY))).isEmpty();
  }

  private static List<Float> labels(Input input) {
    return input.readOn().rows().stream().map(Input.Row::label).toList();
  }

  @Test
  void aWeightIsANumberAboveZero() throws IOException {
    try (ParquetRows rows = rows("optional float w; required int32 x;")) {
      rows.row(row -> row.append("label", 1).append("w", 0.5f).append("x", 1));
      rows.row(row -> row.append("label", 1).append("w", 0f).append("x", 1));
      rows.row(row -> row.append("label", 1).append("x", 1));
    }
    Input.Read read = input("x:raw").with("trainer.weight", "w").readOn();
    assertThat(read.rows()).hasSize(1);
    assertThat(read.bad().count()).isEqualTo(2);
  }

  private static final String NESTED =
      "optional group g { required int32 a; optional binary b; } required int32 x;"
          + " repeated int32 r; optional int96 old; optional binary raw (BSON);"
          + " optional group tags (LIST) { repeated group list { optional binary element; } }"
          + " required int32 last;";

  private void writeNested() throws IOException {
    try (ParquetRows rows = rows(NESTED)) {
      for (int i = 0; i < 3; i++) {
        int number = i;
        rows.row(
            row -> {
              row.append("label", 1).append("x", number).append("last", -number);
              row.append("r", 5).append("r", 6).append("old", new NanoTime(1, 2));
              row.addGroup("g").append("a", 9);
            });
      }
    }
  }

  @Test
  void columnsBesideNestedOnesAreRead() throws IOException {
    writeNested();
    assertThat(input("x:raw,last:raw").read())
        .extracting(Input.Row::values)
        .containsExactly(List.of(), List.of(1f, -1f), List.of(2f, -2f));
  }

  @Test
  void columnsThatAreNotReadAreLeftOutOfTheSampleAndRefusedByName() throws IOException {
    writeNested();
    TableSample sample =
        InputSample.of(
            Input.hadoop(),
            Settings.of(Map.of()),
            new InputLister(Input.hadoop()).list(folder.toUri().toString()));
    assertThat(sample.columns())
        .extracting(ColumnSample::name)
        .containsExactly("label", "x", "last");
    assertThat(sample.leftOut().keySet()).containsExactly("g", "r", "old", "raw", "tags");
    assertThat(sample.leftOut().get("tags")).isEqualTo("a nested column of LIST");
    fails(FailureKind.INPUT_BAD_FILE, () -> input("x,old").read())
        .contains("column 'old' is INT96 (a timestamp as old programs write it), which is not read")
        .contains("a.parquet");
    fails(FailureKind.INPUT_BAD_FILE, () -> input("x*g").read()).contains("'g' is a nested column");
    fails(FailureKind.INPUT_BAD_FILE, () -> input("x").with("trainer.label", "r").read())
        .contains("'r' is repeated INT32");
    Settings settings = Settings.of(Map.of("trainer.features", "tags"));
    fails(
            FailureKind.INPUT_BAD_FILE,
            () ->
                InputSample.of(
                    Input.hadoop(),
                    settings,
                    new InputLister(Input.hadoop()).list(folder.toUri().toString())))
        .contains("'tags' is a nested column of LIST");
  }

  @Test
  void theSampleHasKindsFromTheSchemaAndValuesOfTheFirstRows() throws IOException {
    try (ParquetRows rows =
        rows(
            "optional binary t (STRING); optional boolean b; optional double d; required int64 i;")) {
      rows.row(row -> row.append("label", 1).append("t", "7").append("i", 9007199254740993L));
      rows.row(row -> row.append("label", 0).append("b", true).append("d", 0.5).append("i", 1L));
    }
    TableSample sample =
        InputSample.of(
            Input.hadoop(),
            Settings.of(Map.of()),
            new InputLister(Input.hadoop()).list(folder.toUri().toString()));
    assertThat(sample.records()).isEqualTo(2);
    Map<String, ColumnKind> kinds =
        sample.columns().stream().collect(Collectors.toMap(ColumnSample::name, ColumnSample::kind));
    assertThat(kinds)
        .isEqualTo(
            Map.of(
                "label", ColumnKind.NUMBER,
                "t", ColumnKind.TEXT,
                "b", ColumnKind.BOOLEAN,
                "d", ColumnKind.NUMBER,
                "i", ColumnKind.NUMBER));
    assertThat(sample.column("i").example()).isEqualTo("9007199254740993");
    assertThat(sample.column("b").missing()).isEqualTo(1);
    assertThat(sample.column("b").example()).isEqualTo("true");
    assertThat(sample.column("d").counts()).isEqualTo(Map.of("0.5", 1));
  }

  @Test
  void aColumnThatOneOfSeveralFilesLacksIsNamedWithTheFile() throws IOException {
    try (ParquetRows rows = rows("required int32 x;")) {
      rows.row(row -> row.append("label", 1).append("x", 1));
    }
    Files.move(file(), folder.resolve("0.parquet"));
    try (ParquetRows rows = rows("required int32 y;")) {
      rows.row(row -> row.append("label", 1).append("y", 1));
    }
    fails(FailureKind.INPUT_BAD_FILE, () -> input("x:raw").read())
        .contains("there is no column x")
        .contains("a.parquet");
    Settings settings = Settings.of(Map.of("trainer.features", "x:raw"));
    InputCheck check = new InputCheck(Input.hadoop(), settings, LabelRule.ANY);
    fails(FailureKind.INPUT_BAD_FILE, () -> check.check(folder.toUri().toString()))
        .contains("there is no column x");
  }

  @Test
  void nanAndInfinityAreNoNumbersLikeOthers() throws IOException {
    try (ParquetRows rows = rows("required double x;")) {
      rows.row(row -> row.append("label", 1).append("x", Double.NaN));
      rows.row(row -> row.append("label", 1).append("x", Double.POSITIVE_INFINITY));
    }
    Input.Read read = input("x:raw").readOn();
    assertThat(read.rows()).hasSize(1);
    assertThat(read.rows().get(0).keys()).containsExactly(KEYS.column("x").nan());
    assertThat(read.bad().first().toException())
        .hasMessageContaining("column x has the number Inf");
  }
}
