package trainer.data.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trainer.core.config.Settings;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.Block;
import trainer.core.input.BlockIndex;
import trainer.core.input.LabelRule;
import trainer.data.Input;
import trainer.data.file.PinnedFile;
import trainer.data.format.BlockDecoder;
import trainer.data.format.FormatSettings;

/** The same rows give the same records, whatever format and options they are written with. */
class ParquetTableTest {
  private static final String SCHEMA =
      "required boolean label; optional double weight; optional int32 age; optional int64 id;"
          + " optional float size; optional double pay; optional binary city (STRING);"
          + " optional binary note; required binary kind (ENUM); optional boolean open;"
          + " optional int32 price (DECIMAL(9,2));";
  private static final String FEATURES =
      "age:number,id:category,size:raw,pay:log,city:category,note:category,kind:category,"
          + "open:category,price:bucket(10;500),age*city,city*open*kind";
  private static final int ROWS = 2500;

  @TempDir private Path folder;

  private Input input(String name) {
    return new Input(folder.resolve(name))
        .with("trainer.features", FEATURES)
        .with("trainer.label.positive", "true")
        .with("trainer.weight", "weight");
  }

  /** A generated row: a field or null for each column. */
  private static String[] row(Random random) {
    int age = random.nextInt(90);
    return new String[] {
      String.valueOf(random.nextBoolean()),
      String.valueOf(1 + random.nextInt(8) / 8.0),
      random.nextInt(5) == 0 ? null : String.valueOf(age),
      random.nextInt(9) == 0 ? null : String.valueOf(random.nextLong()),
      random.nextInt(5) == 0 ? null : String.valueOf(random.nextInt(64) / 8.0),
      random.nextInt(5) == 0 ? null : String.valueOf(random.nextDouble() * 1000),
      random.nextInt(7) == 0 ? null : "city \"" + random.nextInt(40) + "\", Zürich",
      random.nextInt(7) == 0 ? null : "note".repeat(random.nextInt(5)) + random.nextInt(),
      List.of("a", "bb", "").get(random.nextInt(3)),
      random.nextInt(4) == 0 ? null : String.valueOf(age > 40),
      random.nextInt(4) == 0 ? null : String.valueOf(random.nextInt(100_000) / 100.0),
    };
  }

  private static void put(Group row, String[] fields) {
    row.append("label", Boolean.parseBoolean(fields[0]));
    row.append("weight", Double.parseDouble(fields[1]));
    if (fields[2] != null) {
      row.append("age", Integer.parseInt(fields[2]));
    }
    if (fields[3] != null) {
      row.append("id", Long.parseLong(fields[3]));
    }
    if (fields[4] != null) {
      row.append("size", Float.parseFloat(fields[4]));
    }
    if (fields[5] != null) {
      row.append("pay", Double.parseDouble(fields[5]));
    }
    if (fields[6] != null) {
      row.append("city", fields[6]);
    }
    if (fields[7] != null) {
      row.append("note", fields[7]);
    }
    row.append("kind", fields[8]);
    if (fields[9] != null) {
      row.append("open", Boolean.parseBoolean(fields[9]));
    }
    if (fields[10] != null) {
      row.append("price", (int) Math.round(Double.parseDouble(fields[10]) * 100));
    }
  }

  private static String quoted(String field) {
    return field == null ? "" : "\"" + field.replace("\"", "\"\"") + "\"";
  }

  private List<Input.Row> csv() throws IOException {
    Random random = new Random(7);
    StringBuilder text =
        new StringBuilder("label,weight,age,id,size,pay,city,note,kind,open,price\n");
    for (int i = 0; i < ROWS; i++) {
      String[] fields = row(random);
      for (int f = 0; f < fields.length; f++) {
        text.append(f == 0 ? "" : ",").append(quoted(fields[f]));
      }
      text.append('\n');
    }
    Input input = input("csv");
    input.write("a.csv", text.toString());
    return input.read();
  }

  private Input parquet(String name, UnaryOperator<ExampleParquetWriter.Builder> options)
      throws IOException {
    Random random = new Random(7);
    Files.createDirectories(folder.resolve(name));
    try (ParquetRows rows =
        new ParquetRows(folder.resolve(name).resolve("a.parquet"), SCHEMA, options)) {
      for (int i = 0; i < ROWS; i++) {
        String[] fields = row(random);
        rows.row(row -> put(row, fields));
      }
    }
    return input(name);
  }

  @ParameterizedTest
  @CsvSource({
    "UNCOMPRESSED, PARQUET_1_0, true",
    "UNCOMPRESSED, PARQUET_1_0, false",
    "UNCOMPRESSED, PARQUET_2_0, true",
    "UNCOMPRESSED, PARQUET_2_0, false",
    "SNAPPY,       PARQUET_1_0, true",
    "SNAPPY,       PARQUET_2_0, false",
    "GZIP,         PARQUET_1_0, true",
    "GZIP,         PARQUET_2_0, true",
    "ZSTD,         PARQUET_1_0, false",
    "ZSTD,         PARQUET_2_0, true",
    "LZ4_RAW,      PARQUET_1_0, true",
    "LZ4_RAW,      PARQUET_2_0, false",
  })
  void parquetAndCsvOfTheSameRowsGiveEqualRecords(
      CompressionCodecName codec, WriterVersion version, boolean hasDictionary) throws IOException {
    Input parquet = parquet("a", ParquetRows.of(codec, version, hasDictionary));
    assertThat(parquet.read()).isEqualTo(csv());
  }

  @Test
  void splitStreamsOfBytesAreRead() throws IOException {
    Input parquet =
        parquet(
            "a",
            builder ->
                ParquetRows.of(CompressionCodecName.ZSTD, WriterVersion.PARQUET_2_0, false)
                    .apply(builder)
                    .withByteStreamSplitEncoding(true));
    assertThat(parquet.read()).isEqualTo(csv());
  }

  @Test
  void rowGroupsAreUnitsOfBlocksInTheOrderOfTheirRows() throws IOException {
    Input parquet =
        parquet("a", builder -> builder.withRowGroupRowCountLimit(1000))
            .with("trainer.block.records", 300);
    BlockIndex blocks = parquet.index().blocks();
    assertThat(parquet.index().records()).isEqualTo(ROWS);
    assertThat(blocks.units().count()).isEqualTo(3);
    assertThat(blocks.size()).isEqualTo(4 + 4 + 2);
    for (int b = 0; b < blocks.size(); b++) {
      int first = blocks.units().first(b);
      assertThat(blocks.block(b).skip()).isEqualTo(300 * (b - first));
      assertThat(blocks.block(b).offset()).isEqualTo(blocks.block(first).offset());
      assertThat(blocks.block(b).length()).isEqualTo(blocks.block(first).length());
    }
    assertThat(blocks.block(3).records()).isEqualTo(100);
    assertThat(parquet.read()).isEqualTo(csv());
  }

  @Test
  void aBlockHasAThousandRowsByDefault() throws IOException {
    BlockIndex blocks = parquet("a", ParquetRows.plain()).index().blocks();
    assertThat(blocks.size()).isEqualTo(3);
    assertThat(blocks.block(0).records()).isEqualTo(1000);
    assertThat(blocks.block(2).records()).isEqualTo(500);
  }

  @Test
  void blocksAreReadInAnyOrder() throws IOException {
    Input parquet =
        parquet(
                "a",
                builder ->
                    ParquetRows.of(CompressionCodecName.ZSTD, WriterVersion.PARQUET_2_0, true)
                        .apply(builder)
                        .withRowGroupRowCountLimit(1700))
            .with("trainer.block.records", 7);
    List<Input.Row> all = parquet.read();
    BlockIndex blocks = parquet.index().blocks();
    Random random = new Random(3);
    try (var reader = parquet.reader()) {
      for (int i = 0; i < 200; i++) {
        int b = random.nextInt(blocks.size());
        var content = reader.read(blocks.fileOf(b), blocks.block(b)).examples();
        int from =
            blocks.units().first(b) == 0 ? blocks.block(b).skip() : 1700 + blocks.block(b).skip();
        assertThat(Input.records(content))
            .isEqualTo(all.subList(from, from + (int) blocks.block(b).records()));
      }
    }
  }

  @Test
  void aUnitGivesItsBlocksAsTheyWereCut() throws IOException {
    Input parquet =
        parquet("a", builder -> builder.withRowGroupRowCountLimit(1000))
            .with("trainer.block.records", 300);
    BlockIndex blocks = parquet.index().blocks();
    FormatSettings settings =
        FormatSettings.of(
            Settings.of(
                Map.of(
                    "trainer.features", FEATURES,
                    "trainer.label.positive", "true",
                    "trainer.block.records", "300")));
    List<Block> units = new ArrayList<>();
    List<Input.Row> rows = new ArrayList<>();
    try (PinnedFile file = PinnedFile.open(Input.hadoop(), blocks.fileOf(0))) {
      BlockDecoder decoder =
          new ParquetFormat().open(file, settings, LabelRule.ANY, TableEncoding.unscaled());
      for (int asked : new int[] {2, 4, 9}) {
        decoder.decodeUnit(
            blocks.block(asked),
            (block, content) -> {
              units.add(block);
              rows.addAll(Input.records(content.examples()));
            });
      }
    }
    assertThat(units).isEqualTo(IntStream.range(0, 10).mapToObj(blocks::block).toList());
    assertThat(rows).isEqualTo(csv());
  }
}
