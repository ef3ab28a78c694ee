package trainer.data.format.orc;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.config.Settings;
import trainer.core.failure.FailureKind;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.FeatureKeys;
import trainer.core.input.Labels;
import trainer.data.Input;
import trainer.data.file.InputLister;
import trainer.data.format.ColumnSample;
import trainer.data.format.TableSample;
import trainer.data.index.InputSample;

/** The types of columns, and the columns that a job uses. */
class OrcColumnsTest {
  private static final FeatureKeys KEYS = new FeatureKeys();

  @TempDir private Path folder;

  private Path file() {
    return folder.resolve("a.orc");
  }

  private Input input(String features) {
    return new Input(folder).with("trainer.features", features);
  }

  private OrcRows rows(String columns) throws IOException {
    return new OrcRows(file(), "label:int," + columns, Map.of());
  }

  /** The value of the column {@code x} of the only row, as a raw number. */
  private float raw(String type, Object value) throws IOException {
    try (OrcRows rows = rows("x:" + type)) {
      rows.row(1, value);
    }
    List<Float> values = input("x:raw").read().get(0).values();
    Files.delete(file());
    return values.get(0);
  }

  @Test
  void numbersOfAllTypesAreRead() throws IOException {
    assertThat(raw("tinyint", -7)).isEqualTo(-7f);
    assertThat(raw("smallint", -700)).isEqualTo(-700f);
    assertThat(raw("int", Integer.MIN_VALUE)).isEqualTo(-0x1p31f);
    assertThat(raw("bigint", Long.MIN_VALUE)).isEqualTo(-0x1p63f);
    assertThat(raw("float", 2.5f)).isEqualTo(2.5f);
    assertThat(raw("double", -1e300 / 1e290)).isEqualTo(-1e10f);
    assertThat(raw("boolean", true)).isEqualTo(1f);
    assertThat(raw("date", LocalDate.of(2024, 10, 4).toEpochDay())).isEqualTo(20_000f);
    for (String decimal : List.of("-1.25", "123456789.012345678", "12345678901234567890.125")) {
      assertThat(raw("decimal(38,12)", decimal)).isEqualTo(new BigDecimal(decimal).floatValue());
    }
    String longest = "-98765432109876543210987654321012345.25";
    assertThat(raw("decimal(38,2)", longest)).isEqualTo(new BigDecimal(longest).floatValue());
  }

  @Test
  void aTimestampIsInMillisecondsWithTheirFraction() throws IOException {
    Timestamp half = new Timestamp(1500);
    half.setNanos(500_250_000);
    assertThat(raw("timestamp with local time zone", half)).isEqualTo(1500.25f);
    Timestamp before = new Timestamp(-2_000);
    before.setNanos(250_000_000);
    assertThat(raw("timestamp with local time zone", before)).isEqualTo(-1750f);
    assertThat(raw("timestamp with local time zone", new Timestamp(-5000))).isEqualTo(-5000f);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "America/Los_Angeles", "Asia/Kolkata", "Europe/Berlin"})
  void aTimestampOfNoZoneIsWhatItsDateAndTimeAreInUtc(String zone) throws IOException {
    List<LocalDateTime> times =
        List.of(
            LocalDateTime.of(2024, 7, 1, 12, 30, 15, 123_000_000),
            LocalDateTime.of(1969, 12, 31, 3, 0, 0, 250_000_000),
            LocalDateTime.of(1950, 1, 2, 3, 4, 5),
            LocalDateTime.of(2015, 1, 1, 0, 0));
    TimeZone own = TimeZone.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone(zone));
      try (OrcRows rows = rows("x:timestamp")) {
        for (LocalDateTime time : times) {
          rows.row(1, Timestamp.valueOf(time));
        }
      }
    } finally {
      TimeZone.setDefault(own);
    }
    // as a category a number keeps all its digits
    List<Long> keys =
        times.stream()
            .map(time -> (double) time.toInstant(ZoneOffset.UTC).toEpochMilli())
            .map(millis -> KEYS.column("x").category(millis))
            .toList();
    assertThat(input("x:category").read())
        .extracting(row -> row.keys().get(0))
        .containsExactlyElementsOf(keys);
  }

  @Test
  void aWholeNumberAsACategoryHasAllItsDigits() throws IOException {
    List<Long> ids = List.of(9007199254740993L, Long.MIN_VALUE, -1L);
    try (OrcRows rows = rows("id:bigint,b:tinyint")) {
      for (long id : ids) {
        rows.row(1, id, -3);
      }
    }
    List<Input.Row> read = input("id:category,b:category").read();
    for (int i = 0; i < ids.size(); i++) {
      assertThat(read.get(i).keys())
          .containsExactly(KEYS.column("id").category(ids.get(i)), KEYS.column("b").category(-3L));
    }
  }

  @Test
  void aCharHasNoBlanksBehindItAndOtherTextsKeepThem() throws IOException {
    for (String threshold : List.of("0", "1")) {
      try (OrcRows rows =
          new OrcRows(
              file(),
              "label:int,c:char(5),v:varchar(5),s:string",
              Map.of("orc.dictionary.key.threshold", threshold))) {
        rows.row(1, "ab", "ab  ", "ab  ").row(1, "", "", "");
      }
      List<Input.Row> read = input("c,v,s").read();
      assertThat(read.get(0).keys())
          .containsExactly(key("c", "ab"), key("v", "ab  "), key("s", "ab  "));
      assertThat(read.get(1).keys()).containsExactly(key("c", ""), key("v", ""), key("s", ""));
    }
  }

  private static long key(String column, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return KEYS.column(column).category(bytes, 0, bytes.length);
  }

  @Test
  void aTextIsParsedWhereATermReadsItAsANumber() throws IOException {
    try (OrcRows rows = rows("x:string")) {
      rows.row(1, "2.5").row(1, "no").row(0, (Object) null);
    }
    Input.Read read = input("x:raw").readOn();
    assertThat(read.rows()).hasSize(2);
    assertThat(read.rows().get(0).values()).containsExactly(2.5f);
    assertThat(read.rows().get(1).keys()).containsExactly(KEYS.column("x").missing());
    assertThat(read.bad().first().toException())
        .hasMessageContaining("column 'x' has 'no', which is no number")
        .hasMessageContaining("a.orc, stripe at byte 3, row 1");
  }

  @Test
  void columnsOfNullAloneAreRead() throws IOException {
    try (OrcRows rows = rows("i:int,d:double,s:string,t:timestamp,m:decimal(9,2),b:boolean")) {
      for (int i = 0; i < 1500; i++) {
        rows.row(1, null, null, null, null, null, null);
      }
    }
    List<Input.Row> read = input("i,d,s,t,m,b").read();
    assertThat(read).hasSize(1500);
    assertThat(read.get(1499).keys())
        .isEqualTo(
            List.of("i", "d", "s", "t", "m", "b").stream()
                .map(name -> KEYS.column(name).missing())
                .toList());
  }

  @Test
  void labelsMayBeNumbersBooleansOrTexts() throws IOException {
    try (OrcRows rows = new OrcRows(file(), "n:double,b:boolean,t:string", Map.of())) {
      rows.row(2.0, true, "yes").row(null, false, "no");
    }
    assertThat(labels(input("t").with("trainer.label", "b"))).containsExactly(1f, 0f);
    assertThat(labels(input("b").with("trainer.label", "t").with("trainer.label.positive", "no")))
        .containsExactly(0f, 1f);
    Input.Read numbers = input("b").with("trainer.label", "n").labels(Labels.BINARY).readOn();
    assertThat(numbers.rows()).isEmpty();
    assertThat(numbers.bad().count()).isEqualTo(2);
  }

  private static List<Float> labels(Input input) {
    return input.readOn().rows().stream().map(Input.Row::label).toList();
  }

  @Test
  void nanAndInfinityAreNoNumbersLikeOthers() throws IOException {
    try (OrcRows rows = rows("x:double")) {
      rows.row(1, Double.NaN).row(1, Double.POSITIVE_INFINITY);
    }
    Input.Read read = input("x:raw").readOn();
    assertThat(read.rows().get(0).keys()).containsExactly(KEYS.column("x").nan());
    assertThat(read.bad().first().toException())
        .hasMessageContaining("column x has the number Inf");
  }

  private void writeNested() throws IOException {
    try (OrcRows rows =
        rows(
            "g:struct<a:int,b:string>,x:int,tags:array<string>,m:map<string,int>,raw:binary,"
                + "u:uniontype<int,string>,last:int")) {
      for (int i = 0; i < 3; i++) {
        rows.row(1, new Object[] {9, "b"}, i, null, null, "r", null, -i);
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

  private TableSample sample(Map<String, String> settings) {
    return InputSample.of(
        Input.hadoop(),
        Settings.of(settings),
        new InputLister(Input.hadoop()).list(folder.toUri().toString()));
  }

  @Test
  void columnsThatAreNotReadAreLeftOutOfTheSampleAndRefusedByName() throws IOException {
    writeNested();
    TableSample sample = sample(Map.of());
    assertThat(sample.columns())
        .extracting(ColumnSample::name)
        .containsExactly("label", "x", "last");
    assertThat(sample.leftOut())
        .isEqualTo(
            Map.of(
                "g", "a nested column of STRUCT",
                "tags", "a nested column of LIST",
                "m", "a nested column of MAP",
                "raw", "BINARY",
                "u", "a nested column of UNION"));
    fails(FailureKind.INPUT_BAD_FILE, () -> input("x,raw").read())
        .contains("column 'raw' is BINARY, which is not read")
        .contains("a.orc");
    fails(FailureKind.INPUT_BAD_FILE, () -> sample(Map.of("trainer.features", "tags")))
        .contains("'tags' is a nested column of LIST");
  }

  @Test
  void theSampleHasKindsFromTheSchemaAndValuesOfTheFirstRows() throws IOException {
    try (OrcRows rows = rows("t:string,b:boolean,d:double,i:bigint")) {
      rows.row(1, "7", null, null, 9007199254740993L).row(0, null, true, 0.5, 1);
    }
    TableSample sample = sample(Map.of());
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
    assertThat(sample.column("d").counts()).isEqualTo(Map.of("0.5", 1));
  }

  @Test
  void theChangesOfATransactionalTableAreRefused() throws IOException {
    try (OrcRows rows =
        new OrcRows(
            file(),
            "operation:int,originalTransaction:bigint,bucket:int,rowId:bigint,"
                + "currentTransaction:bigint,row:struct<x:int>",
            Map.of())) {
      rows.row(0, 1, 0, 0, 1, new Object[] {1});
    }
    fails(FailureKind.INPUT_BAD_FILE, () -> input("x").index())
        .contains("changes of a transactional Hive table")
        .contains("a.orc")
        .contains("INSERT OVERWRITE DIRECTORY");
  }
}
