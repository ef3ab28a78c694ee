package trainer.data.format.recordio;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import trainer.core.config.Settings;
import trainer.core.failure.FailureKind;
import trainer.core.input.BlockIndex;
import trainer.core.input.Split;
import trainer.data.AvroFiles;
import trainer.data.Damage;
import trainer.data.Input;
import trainer.data.TfExamples;
import trainer.data.file.InputLister;
import trainer.data.format.ColumnSample;
import trainer.data.format.TableSample;
import trainer.data.index.InputSample;

class RecordIoTest {
  private static final int RECORDS = 600;

  @TempDir private Path folder;

  private static List<Input.Row> rows() {
    return IntStream.range(0, RECORDS).mapToObj(AvroFiles::record).toList();
  }

  private static String line(Input.Row row) {
    StringBuilder line = new StringBuilder(String.valueOf((int) row.label()));
    for (int i = 0; i < row.keys().size(); i++) {
      line.append(' ').append(row.keys().get(i)).append(':').append(row.values().get(i));
    }
    return line.toString();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static List<byte[]> lines() {
    return rows().stream().map(row -> ascii(line(row))).toList();
  }

  private static List<byte[]> examples() {
    return IntStream.range(0, RECORDS).mapToObj(TfExamples::keyed).toList();
  }

  private Input input(byte[] bytes) throws IOException {
    Input input = new Input(folder.resolve("a"));
    input.write("a.recordio", bytes);
    return input;
  }

  @Test
  void linesOfKeysAndValuesAreRefusedWhereColumnsAreKept() throws IOException {
    Input input = input(Chunks.file(lines(), 150, 0)).with("trainer.score.keep", "id");
    fails(FailureKind.INPUT_BAD_FILE, input::read)
        .contains("trainer.score.keep names columns, and the file has none", "a.recordio");
  }

  @Test
  void columnsOfCsvRecordsAreKept() throws IOException {
    List<byte[]> records =
        Stream.of("1,3,\"a \"\"b\"\"\"", "1,x", "0,,c", "1,5,").map(RecordIoTest::ascii).toList();
    Input input =
        input(Chunks.file(records, 2, 0))
            .with("trainer.csv.columns", "label,age,name")
            .with("trainer.features", "age:raw")
            .with("trainer.score.keep", "name,age");
    assertThat(input.kept())
        .containsExactly(
            List.of("a \"b\"", "3"), Arrays.asList("c", null), Arrays.asList(null, "5"));
  }

  @ParameterizedTest
  @CsvSource({"0, false", "1, false", "2, false", "0, true", "1, true", "2, true"})
  void recordsAndTextOfTheSameLinesGiveEqualBlocks(int compressor, boolean areExamples)
      throws IOException {
    Input text = new Input(folder.resolve("text")).with("trainer.block.records", 150);
    StringBuilder lines = new StringBuilder();
    rows().forEach(row -> lines.append(line(row)).append('\n'));
    text.write("a.libsvm", lines.toString());
    Input input = input(Chunks.file(areExamples ? examples() : lines(), 150, compressor));
    BlockIndex blocks = input.index().blocks();
    assertThat(blocks.size()).isEqualTo(4);
    assertThat(blocks.block(3).records()).isEqualTo(150);
    assertThat(input.read()).isEqualTo(text.read());
    assertThat(input.with("trainer.block.records", 150).index().blocks().size()).isEqualTo(4);
    assertThat(input.read()).isEqualTo(text.read());
  }

  @Test
  void aChunkOfMoreRecordsThanABlockIsAUnit() throws IOException {
    Input input = input(Chunks.file(lines(), 250, Chunks.GZIP)).with("trainer.block.records", 100);
    BlockIndex blocks = input.index().blocks();
    assertThat(blocks.units().count()).isEqualTo(3);
    assertThat(blocks.size()).isEqualTo(3 + 3 + 1);
    assertThat(input.read()).isEqualTo(rows());
    List<Integer> numbers = new ArrayList<>();
    List<Input.Row> read = new ArrayList<>();
    Random random = new Random(3);
    try (var reader = input.reader()) {
      reader.readUnit(
          blocks.fileOf(4),
          blocks.block(4),
          (block, content) -> {
            numbers.add(block.number());
            read.addAll(Input.records(content.examples()));
          });
      for (int i = 0; i < 30; i++) {
        int b = random.nextInt(blocks.size());
        int from = 250 * (b / 3) + blocks.block(b).skip();
        assertThat(Input.records(reader.read(blocks.fileOf(b), blocks.block(b)).examples()))
            .isEqualTo(rows().subList(from, from + (int) blocks.block(b).records()));
      }
    }
    assertThat(numbers).containsExactly(3, 4, 5);
    assertThat(read).isEqualTo(rows().subList(250, 500));
  }

  @Test
  void aFileThatIsCompressedAsAWholeIsReadAlike() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(Chunks.file(lines(), 250, Chunks.PLAIN));
    }
    Input input = new Input(folder.resolve("gz")).with("trainer.block.records", 100);
    input.write("a.recordio.gz", bytes.toByteArray());
    assertThat(input.read()).isEqualTo(rows());
  }

  @Test
  void aChunkWithoutRecordsIsDamaged() throws IOException {
    byte[] file = Chunks.file(lines(), 150, Chunks.PLAIN);
    byte[] header = Arrays.copyOf(file, 20);
    Arrays.fill(header, 16, 20, (byte) 0); // the number of records
    System.arraycopy(header, 0, file, 0, 20);
    fails(FailureKind.INPUT_CORRUPT, input(file)::read).contains("announces 0 records");
  }

  @Test
  void aDamagedFirstChunkLosesItsOwnRecordsOnce() throws IOException {
    byte[] file = Chunks.file(lines(), 150, Chunks.PLAIN);
    file[30] ^= 1;
    Input input =
        input(file)
            .with("trainer.input.max-bad-records", 150)
            .with("trainer.validation.percent", "25");
    BlockIndex blocks = input.index().blocks();
    for (Split split : Split.values()) {
      long bad = 0;
      long read = 0;
      try (var reader = input.reader()) {
        for (int b = 0; b < blocks.size(); b++) {
          var content = reader.read(blocks.of(split).fileOf(b), blocks.block(b));
          bad += content.bad().count();
          read += content.examples().records();
        }
      }
      assertThat(bad).as(split.name()).isEqualTo(split == Split.HELD_OUT ? 0 : 150);
      assertThat(read).as(split.name()).isPositive();
    }
  }

  @Test
  void aFileWithoutBytesHasNoRecord() throws IOException {
    Input input = input(Chunks.file(lines(), 150, Chunks.PLAIN));
    input.write("b.recordio", new byte[0]);
    assertThat(input.read()).isEqualTo(rows());
  }

  private static List<byte[]> csv() {
    return Stream.of("1;3;x", "0;;\"y;z\"\n", "1;5;\"\"").map(RecordIoTest::ascii).toList();
  }

  @Test
  void csvRecordsAreATable() throws IOException {
    Input text = new Input(folder.resolve("text")).with("trainer.features", "n:number,t:category");
    text.write("a.csv", "label;n;t\n1;3;x\n0;;\"y;z\"\n1;5;\"\"\n");
    byte[] bytes = Chunks.file(csv(), 2, Chunks.SNAPPY);
    Input input =
        input(bytes)
            .with("trainer.features", "n:number,t:category")
            .with("trainer.csv.columns", "label,n,t");
    assertThat(input.read()).isEqualTo(text.read());
    TableSample sample = sample(Map.of("trainer.csv.columns", "label,n,t"));
    assertThat(sample.columns().stream().map(ColumnSample::name))
        .containsExactly("label", "n", "t");
    assertThat(sample.records()).isEqualTo(3);
    fails(FailureKind.CONFIG_INVALID, () -> sample(Map.of("trainer.label", "label")))
        .contains("CSV without a header: '1;3;x'", "trainer.csv.columns");
  }

  private TableSample sample(Map<String, String> keys) {
    String path = folder.resolve("a").toUri().toString();
    return InputSample.of(
        Input.hadoop(), Settings.of(keys), new InputLister(Input.hadoop()).list(path));
  }

  @Test
  void thePayloadCanBeNamed() throws IOException {
    Input input = input(Chunks.file(lines(), 150, Chunks.PLAIN));
    input.with("trainer.recordio.payload", "libsvm");
    assertThat(input.read()).isEqualTo(rows());
    fails(FailureKind.DATA_INVALID, () -> input.with("trainer.recordio.payload", "example").read())
        .contains("not a tf.Example", "chunk at byte 0, record 0");
  }

  @ParameterizedTest
  @CsvSource({
    "'',            the record is a blank line",
    "'1 2:x',       2:x",
    "'1 2:1\n1 3:1', the record is several lines",
  })
  void aBrokenLineIsLeftOutByItself(String line, String what) throws IOException {
    Input input =
        input(Chunks.file(List.of(ascii("1 1:1"), ascii(line), ascii("0 2:1\n")), 9, Chunks.PLAIN));
    fails(FailureKind.DATA_INVALID, input::read).contains("a.recordio, chunk at byte 0, record 1");
    Input.Read read = input.with("trainer.input.max-bad-records", 1).readOn();
    assertThat(read.rows()).hasSize(2);
    assertThat(read.bad().count()).isEqualTo(1);
  }

  @Test
  void aBrokenCsvRecordIsLeftOutByItself() throws IOException {
    for (String record : new String[] {"", "1;2", "1;2;3\n1;2;3", "1;2;\"x"}) {
      List<byte[]> records = new ArrayList<>(csv());
      records.set(1, ascii(record));
      Input input =
          input(Chunks.file(records, 9, Chunks.GZIP))
              .with("trainer.features", "n:number,t:category")
              .with("trainer.csv.columns", "label,n,t");
      fails(FailureKind.DATA_INVALID, input::read).contains("chunk at byte 0, record 1");
    }
  }

  @Test
  void findsTruncationAtEveryByte() throws IOException {
    byte[] whole = Chunks.file(lines().subList(0, 6), 3, Chunks.GZIP);
    int second = Chunks.file(lines().subList(0, 3), 3, Chunks.GZIP).length;
    for (int length = second + 1; length < whole.length; length++) {
      fails(FailureKind.INPUT_TRUNCATED, input(Arrays.copyOf(whole, length))::index)
          .contains("the file ends at byte " + length, "a.recordio at byte " + second);
    }
  }

  @Test
  void damagedChunksAreNamed() throws IOException {
    byte[] flipped = Chunks.file(lines(), 300, Chunks.SNAPPY);
    flipped[flipped.length - 5] ^= 1;
    fails(FailureKind.INPUT_CORRUPT, input(flipped)::read)
        .contains("the chunk does not match its checksum", "chunk at byte");
    Input tolerant = input(flipped).with("trainer.input.max-bad-records", 300);
    assertThat(tolerant.readOn().bad().count()).isEqualTo(300);
    assertThat(tolerant.readOn().rows()).hasSize(300);

    byte[] noChunk = Chunks.file(lines(), 300, Chunks.PLAIN);
    int second = Chunks.file(lines().subList(0, 300), 300, Chunks.PLAIN).length;
    noChunk[second] = 9;
    fails(FailureKind.INPUT_CORRUPT, input(noChunk)::index).contains("no chunk begins");

    byte[] raw = Chunks.ints(5, 0);
    fails(FailureKind.INPUT_CORRUPT, input(new Chunks().add(raw, 0, 1).bytes())::read)
        .contains("record 0 of 1 does not end within its chunk");
    byte[] more = Chunks.ints(0, 0);
    fails(FailureKind.INPUT_CORRUPT, input(new Chunks().add(more, 0, 1).bytes())::read)
        .contains("4 bytes are left behind the last record");
    fails(FailureKind.INPUT_CORRUPT, input(new Chunks().add(raw, 2, 1).bytes())::read)
        .contains("cannot be unpacked");
    fails(FailureKind.INPUT_BAD_FILE, input(new Chunks().add(raw, 3, 1).bytes())::read)
        .contains("compressor 3 of a chunk is not known");
    fails(FailureKind.INPUT_CORRUPT, input(new Chunks().add(raw, 0, -1).bytes())::index)
        .contains("a chunk of 8 bytes announces 4294967295 records");
  }

  @ParameterizedTest
  @ValueSource(ints = {Chunks.SNAPPY, Chunks.GZIP})
  void aChunkAboveTheLimitIsNamed(int compressor) throws IOException {
    Input input = input(Chunks.file(List.of(new byte[1 << 20]), 1, compressor));
    fails(
            FailureKind.RECORD_TOO_LARGE,
            () -> input.with("trainer.input.max-record-bytes", 200_000).read())
        .contains("trainer.input.max-record-bytes");
    Input plain = input(Chunks.file(List.of(new byte[1 << 20]), 1, Chunks.PLAIN));
    fails(
            FailureKind.RECORD_TOO_LARGE,
            () -> plain.with("trainer.input.max-record-bytes", 200_000).index())
        .contains("a chunk of 1048580 bytes");
  }

  /** No damage gives any other exception, or takes long. */
  @ParameterizedTest
  @CsvSource({"0, false", "1, false", "2, true", "1, true"})
  void aDamagedFileGivesRecordsOrAFailure(int compressor, boolean areExamples) throws IOException {
    List<byte[]> records = (areExamples ? examples() : lines()).subList(0, 30);
    byte[] whole = Chunks.file(records, 10, compressor);
    Damage damage = new Damage(folder, "a.recordio").with("trainer.block.records", 4);
    assertThat(damage.read("trainer.fuzz.recordio", 100, random -> Damage.of(whole, random)))
        .isPositive();
    // chunks that are damaged behind a sound checksum
    List<byte[]> raw = records.subList(0, 10);
    byte[] chunk = Chunks.file(raw, 10, compressor);
    byte[] payload = Arrays.copyOfRange(chunk, ChunkHeader.LENGTH, chunk.length);
    assertThat(
            damage.read(
                "trainer.fuzz.recordio",
                100,
                random -> new Chunks().add(Damage.of(payload, random), compressor, 10).bytes()))
        .isPositive();
  }
}
