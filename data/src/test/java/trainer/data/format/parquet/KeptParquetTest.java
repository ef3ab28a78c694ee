package trainer.data.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trainer.core.failure.FailureKind;
import trainer.data.Input;

/** The columns of Parquet that scoring copies to its output. */
class KeptParquetTest {
  private static final String SCHEMA =
      "required int32 label; optional int64 id; required int64 big (INTEGER(64,false));"
          + " required float size; optional double pay; required int32 price (DECIMAL(9,2));"
          + " optional fixed_len_byte_array(12) sum (DECIMAL(25,3)); required binary city (STRING);"
          + " optional boolean open; required int32 day (DATE); repeated int32 r;";
  private static final String ALL = "id,big,size,pay,price,sum,city,open,day,label";
  private static final long LARGE = (1L << 53) + 1;
  private static final BigInteger SUM = new BigInteger("-1234567890123456789012345");

  @TempDir private Path folder;

  private Input input(String features, String kept) {
    return new Input(folder).with("trainer.features", features).with("trainer.score.keep", kept);
  }

  private static BigInteger sum(int i) {
    return SUM.add(BigInteger.valueOf(i % 50));
  }

  private static void fill(Group row, int i) {
    row.append("label", i % 2).append("big", -1L - i % 10);
    row.append("size", i / 8f).append("price", 1250 + i % 100).append("city", "Zürich " + i % 20);
    row.append("day", 20_000);
    if (i % 3 < 2) {
      byte[] bytes = new byte[12];
      Arrays.fill(bytes, (byte) -1);
      byte[] own = sum(i).toByteArray();
      System.arraycopy(own, 0, bytes, 12 - own.length, own.length);
      row.append("id", LARGE + i % 40).append("pay", i * 0.1).append("open", i % 2 == 0);
      row.append("sum", Binary.fromConstantByteArray(bytes));
    }
  }

  private static List<String> expected(int i) {
    boolean isNull = i % 3 == 2;
    String pay = String.valueOf(i * 0.1);
    String size = String.valueOf(i / 8.0);
    return Arrays.asList(
        isNull ? null : String.valueOf(LARGE + i % 40),
        Long.toUnsignedString(-1L - i % 10),
        size.endsWith(".0") ? size.substring(0, size.length() - 2) : size,
        isNull ? null : pay.endsWith(".0") ? pay.substring(0, pay.length() - 2) : pay,
        new BigDecimal(BigInteger.valueOf(1250 + i % 100), 2).toString(),
        isNull ? null : new BigDecimal(sum(i), 3).toString(),
        "Zürich " + i % 20,
        isNull ? null : String.valueOf(i % 2 == 0),
        "20000",
        String.valueOf(i % 2));
  }

  private void write(CompressionCodecName codec, WriterVersion version, boolean hasDictionary)
      throws IOException {
    Files.createDirectories(folder);
    try (ParquetRows rows =
        new ParquetRows(
            folder.resolve("a.parquet"), SCHEMA, ParquetRows.of(codec, version, hasDictionary))) {
      for (int i = 0; i < 2500; i++) {
        int number = i;
        rows.row(row -> fill(row, number));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "UNCOMPRESSED, PARQUET_1_0, true",
    "SNAPPY, PARQUET_2_0, false",
    "ZSTD, PARQUET_2_0, true"
  })
  void keptValuesHaveAllDigitsAndStayTheSameFeatures(
      CompressionCodecName codec, WriterVersion version, boolean hasDictionary) throws IOException {
    write(codec, version, hasDictionary);
    for (String features :
        List.of(
            "size:raw",
            "id:raw,big:raw,size:raw,pay:raw,price:raw,sum:raw,city:category,open:raw,day:raw",
            "id:category,id:bucket(1e16),big:category,price:bucket(13),sum:category,open*city*id",
            "id:category,big:category,city*big")) {
      Input input = input(features, ALL);
      List<List<String>> kept = input.kept();
      assertThat(kept).hasSize(2500);
      for (int i = 0; i < kept.size(); i++) {
        assertThat(kept.get(i)).as("row %s", i).isEqualTo(expected(i));
      }
      assertThat(input.read()).isEqualTo(input(features, "").read());
    }
  }

  @Test
  void aFolderIsKeptAsAColumn() throws IOException {
    Files.createDirectories(folder.resolve("dt=2026"));
    try (ParquetRows rows =
        new ParquetRows(folder.resolve("dt=2026/a.parquet"), SCHEMA, ParquetRows.plain())) {
      rows.row(row -> fill(row, 0));
    }
    assertThat(input("size:raw", "city,dt").kept()).containsExactly(List.of("Zürich 0", "2026"));
  }

  @Test
  void aColumnThatIsNotThereOrNotReadIsRefused() throws IOException {
    write(CompressionCodecName.UNCOMPRESSED, WriterVersion.PARQUET_1_0, true);
    fails(FailureKind.INPUT_BAD_FILE, input("size:raw", "citi")::read)
        .contains("trainer.score.keep names column 'citi'", "did you mean 'city'?", "label, id");
    fails(FailureKind.INPUT_BAD_FILE, input("size:raw", "r")::read)
        .contains("column 'r' is repeated INT32, which is not read");
  }
}
