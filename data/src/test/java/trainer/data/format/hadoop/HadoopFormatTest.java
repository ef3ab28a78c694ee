package trainer.data.format.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.mapreduce.lib.input.CombineTextInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import trainer.core.config.Settings;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.Block;
import trainer.core.input.BlockIndex;
import trainer.core.input.LabelRule;
import trainer.data.Input;
import trainer.data.file.InputLister;
import trainer.data.format.TableSample;
import trainer.data.index.InputCheck;
import trainer.data.index.InputSample;
import trainer.data.read.BlockReader;

class HadoopFormatTest {
  private static final int RECORDS = 12_000;
  private static final String TEXT = TextInputFormat.class.getName();
  private static final String SEQUENCE = SequenceFileInputFormat.class.getName();
  private static final String MAX_SPLIT = "mapreduce.input.fileinputformat.split.maxsize";

  @TempDir Path folder;

  private static List<String> csvLines() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      lines.add(i % 2 + "," + i * 0.5 + ",\"city, " + i % 7 + "\"");
    }
    return lines;
  }

  private static List<String> libsvmLines() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < RECORDS; i++) {
      lines.add(i % 2 + " " + i + ":1 " + (i + 5) + ":0.25");
    }
    return lines;
  }

  private static String text(List<String> lines) {
    return String.join("\n", lines) + "\n";
  }

  private Input csv(String format) {
    return table(input(format));
  }

  private static Input table(Input input) {
    return input
        .with("trainer.csv.columns", "label,size,city")
        .with("trainer.features", "size:raw,city:category");
  }

  private Input input(String format) {
    return new Input(folder).with("trainer.input.format", format);
  }

  private List<Input.Row> csvRows() throws IOException {
    Path own = Files.createDirectory(folder.resolve("own"));
    Input input = table(new Input(own));
    input.write("a.csv", text(csvLines()));
    List<Input.Row> rows = input.read();
    Files.delete(own.resolve("a.csv"));
    assertThat(rows).hasSize(RECORDS);
    return rows;
  }

  @Test
  void readsLinesOfTextAsTheFormatsOfTextDo() throws IOException {
    List<Input.Row> rows = csvRows();
    Input input = csv(TEXT);
    input.write("a.txt", text(csvLines()));
    assertThat(input.read()).isEqualTo(rows);
  }

  @ParameterizedTest
  @EnumSource
  void readsValuesOfSequenceFiles(CompressionType compression) throws IOException {
    List<Input.Row> rows = csvRows();
    SequenceFiles.ofTexts(folder.resolve("a.seq"), csvLines(), compression);
    assertThat(csv(SEQUENCE).read()).isEqualTo(rows);
  }

  @Test
  void readsBytesAndKeysWhoseValueIsNull() throws IOException {
    Input plain = new Input(Files.createDirectory(folder.resolve("plain")));
    Path text = plain.write("a", text(libsvmLines()));
    List<Input.Row> rows = plain.read();
    Files.delete(text);
    SequenceFiles.ofBytes(folder.resolve("a"), libsvmLines());
    assertThat(input(SEQUENCE).read()).isEqualTo(rows);
    SequenceFiles.ofKeys(folder.resolve("a"), libsvmLines());
    assertThat(input(SEQUENCE).read()).isEqualTo(rows);
  }

  @ParameterizedTest
  @EnumSource
  void givesEachRecordOnceWhereFilesAreSplit(CompressionType compression) throws IOException {
    List<Input.Row> rows = csvRows();
    SequenceFiles.ofTexts(folder.resolve("a.seq"), csvLines(), compression);
    Input input = csv(SEQUENCE).withHadoop(MAX_SPLIT, 20_000).with("trainer.block.records", 100);
    BlockIndex blocks = input.index().blocks();
    if (compression != CompressionType.BLOCK) {
      assertThat(blocks.units().count()).isGreaterThan(2);
    }
    assertThat(blocks.size()).isGreaterThanOrEqualTo(RECORDS / 100);
    assertThat(input.read(blocks)).isEqualTo(rows);
  }

  @Test
  void cutsTextIntoBlocksOfItsSplits() throws IOException {
    Input input = input(TEXT).withHadoop(MAX_SPLIT, 10_000).with("trainer.block.records", 300);
    Path file = input.write("a", text(libsvmLines()));
    BlockIndex blocks = input.index().blocks();
    int splits = (int) Math.ceil(Files.size(file) / 10_000.0);
    assertThat(blocks.units().count()).isEqualTo(splits);
    assertThat(blocks.block(0)).isEqualTo(new Block(0, 0, 10_000, 300, 0));
    assertThat(blocks.block(1)).isEqualTo(new Block(1, 0, 10_000, 300, 300));
    assertThat(input.index().records()).isEqualTo(RECORDS);
    List<Block> read = new ArrayList<>();
    try (BlockReader reader = input.reader()) {
      for (int unit : blocks.units().firsts()) {
        reader.readUnit(
            blocks.fileOf(unit),
            blocks.block(unit),
            (block, content) -> {
              assertThat((long) content.examples().records()).isEqualTo(block.records());
              read.add(block);
            });
      }
    }
    assertThat(read).hasSize(blocks.size());
    for (int i = 0; i < blocks.size(); i++) {
      assertThat(read.get(i)).isEqualTo(blocks.block(i));
    }
  }

  @Test
  void readsBlocksInAnyOrder() throws IOException {
    Input input = input(TEXT).withHadoop(MAX_SPLIT, 10_000).with("trainer.block.records", 300);
    input.write("a", text(libsvmLines()));
    List<Input.Row> rows = input.read();
    BlockIndex blocks = input.index().blocks();
    List<Input.Row> backwards = new ArrayList<>();
    try (BlockReader reader = input.reader()) {
      for (int b = blocks.size() - 1; b >= 0; b--) {
        backwards.addAll(
            0, Input.records(reader.read(blocks.fileOf(b), blocks.block(b)).examples()));
      }
    }
    assertThat(backwards).isEqualTo(rows);
  }

  @Test
  void leavesCompressedTextToTheClass() throws IOException {
    Input input = input(TEXT);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text(libsvmLines()).getBytes(StandardCharsets.UTF_8));
    }
    input.write("a.gz", bytes.toByteArray());
    assertThat(input.read()).hasSize(RECORDS);
  }

  @Test
  void readsAFileWhoseNameLooksLikeAPattern() throws IOException {
    Input input = input(TEXT);
    input.write("a[1]{x},b.txt", "1 2:1\n");
    assertThat(input.read()).hasSize(1);
  }

  @Test
  void samplesColumnsThatTheJobNames() throws IOException {
    SequenceFiles.ofTexts(folder.resolve("a"), csvLines(), CompressionType.NONE);
    Map<String, String> texts =
        Map.of("trainer.input.format", SEQUENCE, "trainer.csv.columns", "label,size,city");
    TableSample sample =
        InputSample.of(
            Input.hadoop(),
            Settings.of(texts),
            new InputLister(Input.hadoop()).list(folder.toUri().toString()));
    assertThat(sample.records()).isEqualTo(4096);
    assertThat(sample.columns()).extracting("name").containsExactly("label", "size", "city");
  }

  private InputCheck.Passed check(String format) {
    return check(Map.of("trainer.input.format", format));
  }

  private InputCheck.Passed check(Map<String, String> texts) {
    return new InputCheck(Input.hadoop(), Settings.of(texts), LabelRule.ANY)
        .check(folder.toUri().toString());
  }

  @Test
  void refusesAClassThatIsNone() throws IOException {
    Files.writeString(folder.resolve("a"), "1 2:1\n");
    fails(FailureKind.CLASS_NOT_FOUND, () -> check("com.example.Absent"))
        .contains("there is no class com.example.Absent")
        .contains("trainer.input.format=com.example.Absent")
        .contains("give its jar with --jars");
    fails(FailureKind.CLASS_WRONG_TYPE, () -> check("java.lang.String"))
        .contains("class java.lang.String: it is not an InputFormat")
        .contains("let it extend org.apache.hadoop.mapreduce.InputFormat");
    fails(FailureKind.CLASS_WRONG_TYPE, () -> check("org.apache.hadoop.mapred.TextInputFormat"))
        .contains("the interface of the old API")
        .contains("the one of the same name in org.apache.hadoop.mapreduce.lib.input");
    fails(
            FailureKind.CLASS_WRONG_TYPE,
            () -> check("org.apache.hadoop.mapreduce.lib.input.FileInputFormat"))
        .contains("it is abstract");
  }

  @Test
  void refusesSplitsThatAreNoRangesOfTheFile() throws IOException {
    Files.writeString(folder.resolve("a"), "1 2:1\n");
    fails(FailureKind.INPUT_BAD_FILE, () -> check(CombineTextInputFormat.class.getName()))
        .contains("makes splits of the class")
        .contains("CombineFileSplit");
  }

  @Test
  void refusesValuesThatAreNoText() throws IOException {
    SequenceFiles.ofNumbers(folder.resolve("a"));
    fails(FailureKind.INPUT_BAD_FILE, () -> check(SEQUENCE))
        .contains("the records are of the class org.apache.hadoop.io.LongWritable")
        .contains("rewrite the data as Parquet or Avro");
  }

  @Test
  void refusesCsvWithoutNamesOfColumns() throws IOException {
    Files.writeString(folder.resolve("a"), text(csvLines()));
    Map<String, String> texts =
        Map.of("trainer.input.format", TEXT, "trainer.recordio.payload", "csv");
    fails(FailureKind.CONFIG_INVALID, () -> check(texts))
        .contains("the records are CSV without a header: '0,0.0,\"city, 0\"'")
        .contains("name their columns with trainer.csv.columns");
  }

  @Test
  void namesTheFileThatTheClassCannotRead() throws IOException {
    Files.writeString(folder.resolve("a"), "1 2:1\n");
    fails(FailureKind.INPUT_CORRUPT, () -> check(SEQUENCE))
        .contains("SequenceFileInputFormat cannot read the file")
        .contains("not a SequenceFile")
        .contains(folder.resolve("a") + ", split at byte 0")
        .contains("restore the file");
  }

  @Test
  void findsASequenceFileThatIsCutShortOrDamaged() throws IOException {
    Path file = folder.resolve("a");
    SequenceFiles.ofTexts(file, libsvmLines(), CompressionType.NONE);
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 7));
    fails(FailureKind.INPUT_CORRUPT, () -> input(SEQUENCE).index())
        .contains("cannot read the file: java.io.EOFException")
        .contains("record " + (RECORDS - 1));
    SequenceFiles.ofTexts(file, libsvmLines(), CompressionType.BLOCK);
    byte[] damaged = Files.readAllBytes(file);
    Arrays.fill(damaged, damaged.length / 2, damaged.length / 2 + 64, (byte) 0x7f);
    Files.write(file, damaged);
    fails(FailureKind.INPUT_CORRUPT, () -> input(SEQUENCE).index())
        .contains("cannot read the file");
  }

  /** Damaged lengths make Hadoop allocate more than any heap has. */
  @Test
  void takesALackOfMemoryForARecordThatIsTooLarge() {
    Failure failure =
        new FormatFailures(SEQUENCE, "a").of(new OutOfMemoryError("heap"), "a, record 3").failure();
    assertThat(failure.kind()).isEqualTo(FailureKind.RECORD_TOO_LARGE);
    assertThat(failure.message()).contains("a, record 3").contains("restore the file");
  }

  @Test
  void tellsStoragesFromBrokenFiles() {
    FormatFailures failures = new FormatFailures(SEQUENCE, "a");
    assertThat(failures.of(new ClosedByInterruptException(), "a").failure().kind())
        .isEqualTo(FailureKind.STORAGE_FAILED);
    assertThat(failures.of(new IOException("File is corrupt!"), "a").failure().kind())
        .isEqualTo(FailureKind.INPUT_CORRUPT);
  }

  @Test
  void rejectsALineThatIsNoRecord() throws IOException {
    Input input = input(TEXT).with("trainer.input.max-bad-records", 1);
    input.write("a", "1 2:1\n0 x\n1 3:1\n");
    Input.Read read = input.readOn();
    assertThat(read.rows()).hasSize(2);
    assertThat(read.bad().count()).isEqualTo(1);
    assertThat(read.bad().first().message())
        .contains("'index:value' expected")
        .contains("split at byte 0, record 1");
  }

  @Test
  void findsAFileThatChanges() throws IOException {
    Input input = input(TEXT);
    input.write("a", "1 2:1\n0 2:1\n");
    BlockIndex blocks = input.index().blocks();
    input.write("a", "1 2:1\n0 2:1\n1 1:1\n");
    fails(FailureKind.INPUT_CHANGED, () -> input.read(blocks));
  }
}
