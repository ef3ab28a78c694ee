package trainer.data.format.orc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
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
class OrcTableTest {
  private static final String SCHEMA =
      "label:boolean,weight:double,age:int,id:bigint,size:float,pay:double,city:string,note:string,"
          + "kind:varchar(9),open:boolean,price:decimal(9,2)";
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

  private static Object[] values(String[] fields) {
    return new Object[] {
      Boolean.valueOf(fields[0]),
      Double.valueOf(fields[1]),
      fields[2] == null ? null : Integer.valueOf(fields[2]),
      fields[3] == null ? null : Long.valueOf(fields[3]),
      fields[4] == null ? null : Float.valueOf(fields[4]),
      fields[5] == null ? null : Double.valueOf(fields[5]),
      fields[6],
      fields[7],
      fields[8],
      fields[9] == null ? null : Boolean.valueOf(fields[9]),
      fields[10],
    };
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

  private Input orc(String name, Map<String, String> options) throws IOException {
    Random random = new Random(7);
    Files.createDirectories(folder.resolve(name));
    try (OrcRows rows = new OrcRows(folder.resolve(name).resolve("a.orc"), SCHEMA, options)) {
      for (int i = 0; i < ROWS; i++) {
        rows.row(values(row(random)));
      }
    }
    return input(name);
  }

  @ParameterizedTest
  @CsvSource({
    "NONE,   0.12, true",
    "NONE,   0.12, false",
    "NONE,   0.11, true",
    "NONE,   0.11, false",
    "ZLIB,   0.12, true",
    "ZLIB,   0.11, false",
    "SNAPPY, 0.12, true",
    "SNAPPY, 0.12, false",
    "LZO,    0.12, true",
    "LZO,    0.12, false",
    "LZ4,    0.12, true",
    "LZ4,    0.12, false",
    "ZSTD,   0.12, true",
    "ZSTD,   0.11, false",
  })
  void orcAndCsvOfTheSameRowsGiveEqualRecords(String codec, String version, boolean hasDictionary)
      throws IOException {
    Input orc = orc("a", OrcRows.options(codec, version, hasDictionary));
    assertThat(orc.read()).isEqualTo(csv());
  }

  @Test
  void stripesAreUnitsOfBlocksInTheOrderOfTheirRows() throws IOException {
    Input orc = orc("a", OrcRows.stripesOf(1000)).with("trainer.block.records", 300);
    BlockIndex blocks = orc.index().blocks();
    assertThat(orc.index().records()).isEqualTo(ROWS);
    assertThat(blocks.units().count()).isEqualTo(3);
    assertThat(blocks.size()).isEqualTo(4 + 4 + 2);
    for (int b = 0; b < blocks.size(); b++) {
      int first = blocks.units().first(b);
      assertThat(blocks.block(b).skip()).isEqualTo(300 * (b - first));
      assertThat(blocks.block(b).offset()).isEqualTo(blocks.block(first).offset());
      assertThat(blocks.block(b).length()).isEqualTo(blocks.block(first).length());
    }
    assertThat(blocks.block(3).records()).isEqualTo(100);
    assertThat(orc.read()).isEqualTo(csv());
  }

  @Test
  void aBlockHasAThousandRowsByDefault() throws IOException {
    BlockIndex blocks = orc("a", Map.of()).index().blocks();
    assertThat(blocks.size()).isEqualTo(3);
    assertThat(blocks.block(0).records()).isEqualTo(1000);
    assertThat(blocks.block(2).records()).isEqualTo(500);
  }

  @Test
  void blocksAreReadInAnyOrder() throws IOException {
    Input orc = orc("a", OrcRows.stripesOf(1700)).with("trainer.block.records", 7);
    List<Input.Row> all = orc.read();
    BlockIndex blocks = orc.index().blocks();
    Random random = new Random(3);
    try (var reader = orc.reader()) {
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
    Input orc = orc("a", OrcRows.stripesOf(1000)).with("trainer.block.records", 300);
    BlockIndex blocks = orc.index().blocks();
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
          new OrcFormat().open(file, settings, LabelRule.ANY, TableEncoding.unscaled());
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
