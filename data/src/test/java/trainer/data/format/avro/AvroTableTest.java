package trainer.data.format.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.config.Settings;
import trainer.core.failure.FailureKind;
import trainer.core.feature.ColumnKind;
import trainer.core.input.BlockIndex;
import trainer.data.AvroFiles;
import trainer.data.Damage;
import trainer.data.Input;
import trainer.data.TableRows;
import trainer.data.file.InputLister;
import trainer.data.format.ColumnSample;
import trainer.data.format.TableSample;
import trainer.data.index.InputSample;

/** Avro records as rows of a table. */
class AvroTableTest {
  private static final String SCHEMA =
      """
      {"type": "record", "name": "Row", "fields": [
        {"name": "tags", "type": {"type": "array", "items": "string"}},
        {"name": "label", "type": "boolean"},
        {"name": "weight", "type": ["double", "null"]},
        {"name": "age", "type": ["null", "int"]},
        {"name": "id", "type": ["null", "long"]},
        {"name": "more", "type": {"type": "map", "values": "long"}},
        {"name": "size", "type": ["float", "null"]},
        {"name": "pay", "type": ["null", "double"]},
        {"name": "city", "type": ["null", "string"]},
        {"name": "note", "type": ["string", "null"]},
        {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["a", "bb", "ccc"]}},
        {"name": "open", "type": ["null", "boolean"]}]}
      """;

  @TempDir private Path folder;

  private static byte[] table(String codec, int perBlock) throws IOException {
    List<TableRows.Row> rows = TableRows.all();
    return AvroFiles.write(
        SCHEMA, codec, rows.size(), perBlock, (record, i) -> fill(record, rows.get(i), i));
  }

  private static void fill(GenericRecord record, TableRows.Row row, int number) {
    record.put("tags", List.of("x", "y").subList(0, number % 3 == 0 ? 2 : 0));
    record.put("label", row.label());
    record.put("weight", row.weight());
    record.put("age", row.age());
    record.put("id", row.id());
    record.put("more", number % 2 == 0 ? Map.of() : Map.of("k", 1L));
    record.put("size", row.size());
    record.put("pay", row.pay() == null ? null : row.pay().doubleValue());
    record.put("city", row.texts().city());
    record.put("note", row.texts().note());
    Schema kind = record.getSchema().getField("kind").schema();
    record.put("kind", new GenericData.EnumSymbol(kind, row.texts().kind()));
    record.put("open", row.texts().open());
  }

  private Input input() {
    return TableRows.input(folder.resolve("avro"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "deflate", "snappy", "zstandard"})
  void avroAndCsvOfTheSameRowsGiveEqualRecords(String codec) throws IOException {
    Input avro = input();
    avro.write("a.avro", table(codec, 700));
    assertThat(avro.index().blocks().size()).isEqualTo(4);
    TableRows.requireEqual(avro, folder.resolve("csv"));
  }

  @Test
  void blocksOfAnyNumberOfRecordsAreReadInAnyOrder() throws IOException {
    List<Input.Row> all = TableRows.examples(folder.resolve("csv"));
    Input avro = input().with("trainer.block.records", 300);
    avro.write("a.avro", table("snappy", 700));
    BlockIndex blocks = avro.index().blocks();
    assertThat(blocks.size()).isEqualTo(9);
    try (var reader = avro.reader()) {
      for (int b : new int[] {4, 1, 8, 2, 2, 0}) {
        var content = reader.read(blocks.fileOf(b), blocks.block(b)).examples();
        assertThat(Input.records(content))
            .isEqualTo(all.subList(300 * b, Math.min(all.size(), 300 * (b + 1))));
      }
    }
  }

  @Test
  void aWholeNumberIsThePositiveLabelAsInCsv() throws IOException {
    String schema =
        """
        {"type": "record", "name": "Row", "fields": [
          {"name": "label", "type": "int"}, {"name": "age", "type": "long"}]}
        """;
    Input avro = positive("avro-positive");
    avro.write(
        "a.avro",
        AvroFiles.write(
            schema,
            "null",
            40,
            40,
            (record, i) -> {
              record.put("label", i % 3);
              record.put("age", (long) i);
            }));
    Input csv = positive("csv-positive");
    StringBuilder text = new StringBuilder("label,age\n");
    for (int i = 0; i < 40; i++) {
      text.append(i % 3).append(',').append(i).append('\n');
    }
    csv.write("a.csv", text.toString());
    assertThat(avro.read()).isEqualTo(csv.read()).anyMatch(row -> row.label() == 1);
  }

  private Input positive(String name) {
    return new Input(folder.resolve(name))
        .with("trainer.features", "age:number")
        .with("trainer.label.positive", "2");
  }

  private static final String TYPES =
      """
      {"type": "record", "name": "Row", "fields": [
        {"name": "label", "type": "int"},
        {"name": "price", "type": {"type": "bytes", "logicalType": "decimal", "precision": 30,
           "scale": 2}},
        {"name": "sum", "type": {"type": "fixed", "name": "Sum", "size": 9,
           "logicalType": "decimal", "precision": 20, "scale": 3}},
        {"name": "day", "type": {"type": "int", "logicalType": "date"}},
        {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
        {"name": "raw", "type": "bytes"},
        {"name": "hash", "type": {"type": "fixed", "name": "Hash", "size": 3}},
        {"name": "any", "type": ["null", "int", "string"]},
        {"name": "in", "type": {"type": "record", "name": "In", "fields": []}}]}
      """;

  private void writeTypes(Input input, BigInteger price) throws IOException {
    input.write(
        "a.avro", AvroFiles.write(TYPES, "null", 1, 1, (record, i) -> ofTypes(record, price)));
  }

  private static void ofTypes(GenericRecord record, BigInteger price) {
    record.put("label", 1);
    record.put("price", ByteBuffer.wrap(price.toByteArray()));
    byte[] sum = {-1, -1, -1, -1, -1, -1, -1, -1, (byte) 0x85};
    record.put("sum", new GenericData.Fixed(record.getSchema().getField("sum").schema(), sum));
    record.put("day", 19_000);
    record.put("at", 1_700_000_000_123L);
    record.put("raw", ByteBuffer.wrap(new byte[] {1}));
    record.put(
        "hash", new GenericData.Fixed(record.getSchema().getField("hash").schema(), new byte[3]));
    record.put("any", "text");
    record.put("in", new GenericData.Record(record.getSchema().getField("in").schema()));
  }

  @Test
  void decimalsDatesAndTimesAreNumbers() throws IOException {
    Input input =
        new Input(folder).with("trainer.features", "price:raw,sum:raw,day:raw,at:category");
    BigInteger price = new BigInteger("12345678901234567890123");
    writeTypes(input, price);
    Input.Row row = input.read().get(0);
    assertThat(row.values())
        .containsExactly(new BigDecimal(price, 2).floatValue(), -0.123f, 19_000f, 1f);
    Input csv =
        new Input(folder.resolve("csv"))
            .with("trainer.features", "price:raw,sum:raw,day:raw,at:category");
    csv.write("a.csv", "label,price,sum,day,at\n1,1,1,1,1700000000123\n");
    assertThat(row.keys()).isEqualTo(csv.read().get(0).keys());
  }

  @Test
  void aDecimalOfNoBytesBreaksItsRecord() throws IOException {
    Input input = new Input(folder).with("trainer.features", "price:raw");
    byte[] bytes =
        AvroFiles.write(
            TYPES,
            "null",
            1,
            1,
            (record, i) -> {
              ofTypes(record, BigInteger.ONE);
              record.put("price", ByteBuffer.allocate(0));
            });
    input.write("a.avro", bytes);
    fails(FailureKind.DATA_INVALID, input::read)
        .contains("column 'price' has a decimal of 0 bytes", "a.avro", "record 0");
  }

  private TableSample sample(Map<String, String> keys) {
    return InputSample.of(
        Input.hadoop(),
        Settings.of(keys),
        new InputLister(Input.hadoop()).list(folder.toUri().toString()));
  }

  @Test
  void columnsThatAreNotReadAreLeftOutOrRefused() throws IOException {
    writeTypes(new Input(folder), BigInteger.ONE);
    TableSample sample = sample(Map.of());
    assertThat(sample.columns().stream().map(ColumnSample::name))
        .containsExactly("label", "price", "sum", "day", "at");
    assertThat(sample.leftOut())
        .isEqualTo(
            Map.of(
                "raw", "of type bytes",
                "hash", "of type fixed",
                "any", "a union of several types",
                "in", "a record"));
    Map<String, String> keys = Map.of("trainer.features", "day:number,any:category");
    fails(FailureKind.INPUT_BAD_FILE, () -> sample(keys))
        .contains("column 'any' is a union of several types, which is not read", "a.avro");
  }

  @Test
  void theSampleHasKindsValuesAndMissingOnes() throws IOException {
    new Input(folder).write("a.avro", table("snappy", 700));
    TableSample sample = sample(Map.of());
    assertThat(sample.records()).isEqualTo(2500);
    assertThat(sample.leftOut().keySet()).containsExactly("tags", "more");
    assertThat(sample.columns().stream().map(ColumnSample::kind))
        .containsExactly(
            ColumnKind.BOOLEAN,
            ColumnKind.NUMBER,
            ColumnKind.NUMBER,
            ColumnKind.NUMBER,
            ColumnKind.NUMBER,
            ColumnKind.NUMBER,
            ColumnKind.TEXT,
            ColumnKind.TEXT,
            ColumnKind.TEXT,
            ColumnKind.BOOLEAN);
    long missing = TableRows.all().stream().filter(row -> row.age() == null).count();
    assertThat(sample.column("age").missing()).isEqualTo(missing);
    assertThat(sample.column("kind").counts().keySet()).containsExactlyInAnyOrder("a", "bb", "ccc");
    assertThat(sample.column("label").counts().keySet()).containsExactlyInAnyOrder("true", "false");
  }

  @Test
  void rowsOfKeysAndValuesAreATableOnlyWhereTheJobNamesColumns() throws IOException {
    new Input(folder).write("a.avro", AvroFiles.plain("snappy", 10, 10));
    assertThat(sample(Map.of()).columns()).isEmpty();
    TableSample asked = sample(Map.of("trainer.label", "label"));
    assertThat(asked.columns().stream().map(ColumnSample::name)).containsExactly("label");
    assertThat(asked.leftOut().keySet()).containsExactly("indices", "values");
  }

  @Test
  void aTableIsRefusedAmongRowsOfKeysAndValues() throws IOException {
    Input input = new Input(folder);
    writeTypes(input, BigInteger.ONE);
    fails(FailureKind.INPUT_BAD_FILE, input::index)
        .contains("a table, where the training data has rows of keys and values", "a.avro");
  }

  @Test
  void aFileWithoutAUsedColumnIsRefused() throws IOException {
    Input input = new Input(folder).with("trainer.features", "prize:raw");
    writeTypes(input, BigInteger.ONE);
    fails(FailureKind.INPUT_BAD_FILE, input::index).contains("prize", "a.avro");
  }

  /** No damage gives any other exception, or takes long. */
  @ParameterizedTest
  @ValueSource(strings = {"null", "deflate", "snappy"})
  void aDamagedFileGivesRecordsOrAFailure(String codec) throws IOException {
    List<TableRows.Row> rows = TableRows.all().subList(0, 60);
    byte[] whole =
        AvroFiles.write(
            SCHEMA, codec, rows.size(), 25, (record, i) -> fill(record, rows.get(i), i));
    Damage damage =
        new Damage(folder, "a.avro")
            .with("trainer.features", TableRows.FEATURES)
            .with("trainer.weight", "weight")
            .with("trainer.label.positive", "true");
    int rejected = damage.read("trainer.fuzz.avro", 300, random -> Damage.of(whole, random));
    assertThat(rejected).isPositive();
  }
}
