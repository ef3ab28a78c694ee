package trainer.data.format.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trainer.core.failure.FailureKind;
import trainer.data.AvroFiles;
import trainer.data.Input;

/** The columns of Avro that scoring copies to its output. */
class KeptAvroTest {
  private static final String SCHEMA =
      """
      {"type": "record", "name": "Row", "fields": [
        {"name": "label", "type": "int"},
        {"name": "id", "type": ["null", "long"]},
        {"name": "size", "type": "float"},
        {"name": "pay", "type": ["null", "double"]},
        {"name": "price", "type": {"type": "bytes", "logicalType": "decimal", "precision": 30,
           "scale": 2}},
        {"name": "city", "type": ["null", "string"]},
        {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["a", "bb"]}},
        {"name": "open", "type": ["null", "boolean"]},
        {"name": "any", "type": ["null", "int", "string"]}]}
      """;
  private static final long LARGE = (1L << 53) + 1;

  @TempDir private Path folder;

  private Input input(String features, String kept) {
    return new Input(folder).with("trainer.features", features).with("trainer.score.keep", kept);
  }

  private static void fill(GenericRecord record, int i) {
    boolean isNull = i % 3 == 2;
    record.put("label", i % 2);
    record.put("id", isNull ? null : LARGE + i);
    record.put("size", i / 8f);
    record.put("pay", isNull ? null : i * 0.1);
    BigInteger price = new BigInteger("-12345678901234567890100").add(BigInteger.valueOf(i));
    record.put("price", ByteBuffer.wrap(price.toByteArray()));
    record.put("city", isNull ? null : "Zürich \"" + i + "\"\n");
    record.put(
        "kind",
        new GenericData.EnumSymbol(
            record.getSchema().getField("kind").schema(), i % 2 == 0 ? "a" : "bb"));
    record.put("open", isNull ? null : i % 2 == 0);
    record.put("any", "text");
  }

  private void write(Input input, int records) throws IOException {
    input.write("a.avro", AvroFiles.write(SCHEMA, "snappy", records, 700, KeptAvroTest::fill));
  }

  @Test
  void valuesOfAllTypesAreKeptWithTheirDigits() throws IOException {
    Input input = input("size:raw", "open,id,city,kind,price,pay,size,label");
    write(input, 4);
    assertThat(input.kept())
        .containsExactly(
            List.of(
                "true",
                "9007199254740993",
                "Zürich \"0\"\n",
                "a",
                "-123456789012345678901.00",
                "0",
                "0",
                "0"),
            List.of(
                "false",
                "9007199254740994",
                "Zürich \"1\"\n",
                "bb",
                "-123456789012345678900.99",
                "0.1",
                "0.125",
                "1"),
            Arrays.asList(null, null, null, "a", "-123456789012345678900.98", null, "0.25", "0"),
            List.of(
                "false",
                "9007199254740996",
                "Zürich \"3\"\n",
                "bb",
                "-123456789012345678900.97",
                "0.30000000000000004",
                "0.375",
                "1"));
  }

  @Test
  void aKeptNumberStaysTheSameFeature() throws IOException {
    String features = "id:raw,id:bucket(0;1e16),price:raw,kind:category,city:category,open*kind";
    Input input = input(features, "id,price,kind,city,open").with("trainer.block.records", 300);
    write(input, 2000);
    List<Input.Row> rows = input.read();
    assertThat(rows).isEqualTo(input(features, "").with("trainer.block.records", 300).read());
    List<List<String>> kept = input.kept();
    for (int i = 0; i < 2000; i++) {
      assertThat(kept.get(i).get(0)).isEqualTo(i % 3 == 2 ? null : String.valueOf(LARGE + i));
      assertThat(kept.get(i).get(3)).isEqualTo(i % 3 == 2 ? null : "Zürich \"" + i + "\"\n");
    }
  }

  @Test
  void aKeptDecimalOfNoBytesBreaksItsRecord() throws IOException {
    Input input = input("size:raw", "price,id");
    byte[] bytes =
        AvroFiles.write(
            SCHEMA,
            "null",
            5,
            5,
            (record, i) -> {
              fill(record, i);
              if (i == 1) {
                record.put("price", ByteBuffer.allocate(0));
              }
            });
    input.write("a.avro", bytes);
    assertThat(input.kept()).hasSize(4);
    assertThat(input.kept().get(2).get(1)).isEqualTo("9007199254740996");
    assertThat(input.readOn().bad().first().message())
        .contains("column 'price' has a decimal of 0 bytes", "record 1");
  }

  @Test
  void aFolderIsKeptAsAColumn() throws IOException {
    Input input = input("size:raw", "dt,id");
    input.write("dt=2026/a.avro", AvroFiles.write(SCHEMA, "null", 1, 1, KeptAvroTest::fill));
    assertThat(input.kept()).containsExactly(List.of("2026", "9007199254740993"));
  }

  @Test
  void aColumnThatIsNotThereOrNotReadIsRefused() throws IOException {
    write(input("size:raw", ""), 1);
    fails(FailureKind.INPUT_BAD_FILE, input("size:raw", "citi")::index)
        .contains("trainer.score.keep names column 'citi'", "did you mean 'city'?", "label, id");
    fails(FailureKind.INPUT_BAD_FILE, input("size:raw", "any")::index)
        .contains("column 'any' is a union of several types, which is not read");
  }
}
