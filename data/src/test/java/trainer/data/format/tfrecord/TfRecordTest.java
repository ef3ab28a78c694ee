package trainer.data.format.tfrecord;

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
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tensorflow.example.Feature;
import trainer.core.config.Settings;
import trainer.core.failure.FailureKind;
import trainer.core.feature.ColumnKind;
import trainer.core.input.Block;
import trainer.core.input.BlockIndex;
import trainer.data.AvroFiles;
import trainer.data.Damage;
import trainer.data.Input;
import trainer.data.TableRows;
import trainer.data.TfExamples;
import trainer.data.file.InputLister;
import trainer.data.format.ColumnSample;
import trainer.data.format.TableSample;
import trainer.data.index.InputSample;

class TfRecordTest {
  @TempDir private Path folder;

  private Input table() throws IOException {
    Input input = TableRows.input(folder.resolve("tf"));
    input.write("a.tfrecord", TfExamples.file(TfExamples.rows()));
    return input;
  }

  private Input keyed(int records) throws IOException {
    Input input = new Input(folder);
    input.write(
        "part-0",
        TfExamples.file(IntStream.range(0, records).mapToObj(TfExamples::keyed).toList()));
    return input;
  }

  @Test
  void examplesAndCsvOfTheSameRowsGiveEqualRecords() throws IOException {
    TableRows.requireEqual(table(), folder.resolve("csv"));
    TableRows.requireEqual(table().with("trainer.block.records", 700), folder.resolve("csv"));
  }

  @Test
  void blocksHaveWholeRecordsAndAboutSoManyBytes() throws IOException {
    BlockIndex blocks = table().with("trainer.text.block-bytes", 20_000).index().blocks();
    long next = 0;
    for (int b = 0; b < blocks.size(); b++) {
      Block block = blocks.block(b);
      assertThat(block.offset()).isEqualTo(next);
      assertThat(block.skip()).isZero();
      assertThat(block.length()).isBetween(b + 1 < blocks.size() ? 20_000L : 1L, 20_500L);
      next += block.length();
    }
    assertThat(next).isEqualTo(blocks.fileOf(0).length());
    assertThat(table().index().records()).isEqualTo(2500);
    assertThat(table().with("trainer.block.records", 300).index().blocks().size()).isEqualTo(9);
  }

  @Test
  void rowsOfKeysAndValuesAreReadUnlessTheJobNamesColumns() throws IOException {
    Input input = keyed(50).with("trainer.block.records", 7);
    assertThat(input.read()).isEqualTo(IntStream.range(0, 50).mapToObj(AvroFiles::record).toList());
    assertThat(sample(Map.of()).columns()).isEmpty();
    TableSample asked = sample(Map.of("trainer.label", "label"));
    assertThat(asked.columns().stream().map(ColumnSample::name)).containsExactly("label");
    assertThat(asked.leftOut().keySet()).containsExactlyInAnyOrder("indices", "values");
  }

  @Test
  void aGzipFileIsReadAsOneUnit() throws IOException {
    Input input = new Input(folder).with("trainer.block.records", 7);
    byte[] plain = TfExamples.file(IntStream.range(0, 50).mapToObj(TfExamples::keyed).toList());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(plain);
    }
    input.write("a.tfrecord.gz", bytes.toByteArray());
    assertThat(input.index().blocks().units().count()).isEqualTo(1);
    assertThat(input.read()).isEqualTo(IntStream.range(0, 50).mapToObj(AvroFiles::record).toList());
  }

  private TableSample sample(Map<String, String> keys) {
    return InputSample.of(
        Input.hadoop(),
        Settings.of(keys),
        new InputLister(Input.hadoop()).list(folder.toUri().toString()));
  }

  private static byte[] of(Object... namesAndFeatures) {
    Map<String, Feature> features = new TreeMap<>();
    for (int i = 0; i < namesAndFeatures.length; i += 2) {
      features.put((String) namesAndFeatures[i], (Feature) namesAndFeatures[i + 1]);
    }
    return TfExamples.example(features);
  }

  private static final byte[] FIRST = of("label", TfExamples.whole(1L), "a", TfExamples.texts("x"));
  private static final byte[] SECOND =
      of("label", TfExamples.whole(0L), "b", TfExamples.floats(0.5f), "c", TfExamples.whole());
  private static final byte[] THIRD =
      of("label", TfExamples.whole(0L), "a", TfExamples.texts("x", "y"));

  private void write(byte[]... records) throws IOException {
    new Input(folder).write("a.tfrecord", TfExamples.file(List.of(records)));
  }

  @Test
  void theSampleHasTheFeaturesOfAllItsRecords() throws IOException {
    write(FIRST, SECOND);
    TableSample sample = sample(Map.of());
    assertThat(sample.records()).isEqualTo(2);
    assertThat(sample.columns().stream().map(ColumnSample::name))
        .containsExactly("a", "label", "b", "c");
    assertThat(sample.columns().stream().map(ColumnSample::kind))
        .containsExactly(ColumnKind.TEXT, ColumnKind.NUMBER, ColumnKind.NUMBER, ColumnKind.TEXT);
    assertThat(sample.columns().stream().map(ColumnSample::missing))
        .containsExactly(1L, 0L, 1L, 2L);
  }

  @Test
  void aFeatureMayBeAbsentFromTheSample() throws IOException {
    write(FIRST, SECOND);
    TableSample sample = sample(Map.of("trainer.features", "a:category,later:number"));
    assertThat(sample.column("later").missing()).isEqualTo(2);
    Input input = new Input(folder).with("trainer.features", "a:category,later:number");
    assertThat(input.read().get(0).keys()).hasSize(2);
  }

  @Test
  void aListOfSeveralValuesIsNoColumn() throws IOException {
    write(FIRST, SECOND, THIRD);
    assertThat(sample(Map.of()).leftOut()).isEqualTo(Map.of("a", "a list of several values"));
    assertThat(sample(Map.of()).columns().stream().map(ColumnSample::name)).doesNotContain("a");
    Map<String, String> keys = Map.of("trainer.features", "a:category");
    fails(FailureKind.INPUT_BAD_FILE, () -> sample(keys))
        .contains("column 'a' has 2 values; arrays are not read as columns", "record 2");
    Input input = new Input(folder).with("trainer.features", "a:category");
    fails(FailureKind.DATA_INVALID, input::read)
        .contains("column 'a' has 2 values; arrays are not read as columns", "record at byte")
        .contains("leave the column out");
  }

  @Test
  void floatsAndWholeNumbersAreTheCategoriesOfTheirTexts() throws IOException {
    write(
        of(
            "label", TfExamples.floats(1f),
            "w", TfExamples.whole(Long.MIN_VALUE),
            "f", TfExamples.floats(0.5f),
            "n", TfExamples.floats(Float.NaN)));
    String features = "w:category,f:category,n:category,n:number";
    Input csv = new Input(folder.resolve("csv")).with("trainer.features", features);
    csv.write("a.csv", "label,w,f,n\n1,-9223372036854775808,0.5,NaN\n");
    List<Input.Row> expected = csv.read();
    Input input = new Input(folder.resolve("a.tfrecord")).with("trainer.features", features);
    assertThat(input.read()).isEqualTo(expected);
  }

  @Test
  void namesTheRecordThatMakesNoSense() throws IOException {
    String[] whats = {
      "not a tf.Example",
      "feature 'label' is not one number",
      "there is no feature 'indices'",
      "2 indices but 1 values",
      "feature 'indices' is no list of whole numbers",
      "values[0] is Infinity",
    };
    byte[][] records = {
      "1 3:1 17:0.5".getBytes(StandardCharsets.UTF_8),
      of("indices", TfExamples.whole(1L)),
      of("label", TfExamples.whole(1L)),
      of(
          "label", TfExamples.whole(1L),
          "indices", TfExamples.whole(1L, 2L),
          "values", TfExamples.floats(1f)),
      of("label", TfExamples.whole(1L), "indices", TfExamples.texts("a")),
      of(
          "label", TfExamples.whole(1L),
          "indices", TfExamples.whole(1L),
          "values", TfExamples.floats(Float.POSITIVE_INFINITY)),
    };
    for (int i = 0; i < records.length; i++) {
      write(TfExamples.keyed(0), records[i]);
      fails(FailureKind.DATA_INVALID, new Input(folder)::read)
          .contains(whats[i], "a.tfrecord", "record at byte");
    }
  }

  @Test
  void findsTruncationAtEveryByte() throws IOException {
    List<byte[]> records = IntStream.range(0, 3).mapToObj(TfExamples::keyed).toList();
    byte[] whole = TfExamples.file(records);
    List<Integer> ends = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      ends.add(TfExamples.file(records.subList(0, i)).length);
    }
    Input input = new Input(folder);
    for (int length = ends.get(0); length < whole.length; length++) {
      input.write("a.tfrecord", Arrays.copyOf(whole, length));
      if (ends.contains(length)) {
        assertThat(input.index().records()).isEqualTo(ends.indexOf(length) + 1);
      } else {
        fails(FailureKind.INPUT_TRUNCATED, input::index)
            .contains("the file ends at byte " + length + ", within a record");
      }
    }
  }

  @Test
  void findsEveryFlippedBit() throws IOException {
    byte[] whole = TfExamples.file(IntStream.range(0, 3).mapToObj(TfExamples::keyed).toList());
    Input input = new Input(folder);
    for (int bit = 0; bit < 8 * whole.length; bit += 5) {
      byte[] flipped = whole.clone();
      flipped[bit / 8] ^= (byte) (1 << (bit % 8));
      input.write("a.tfrecord", flipped);
      fails(bit < 96 ? FailureKind.INPUT_BAD_FILE : FailureKind.INPUT_CORRUPT, input::read);
    }
  }

  @Test
  void aDamagedRecordIsLeftOutByItself() throws IOException {
    byte[] whole = TfExamples.file(IntStream.range(0, 3).mapToObj(TfExamples::keyed).toList());
    whole[whole.length - 10] ^= 1;
    Input input = new Input(folder).with("trainer.input.max-bad-records", 1);
    input.write("a.tfrecord", whole);
    Input.Read read = input.readOn();
    assertThat(read.rows()).hasSize(2);
    assertThat(read.bad().count()).isEqualTo(1);
    assertThat(read.bad().first().message()).contains("a record does not match its checksum");
  }

  @Test
  void aRecordAboveTheLimitIsNamed() throws IOException {
    byte[] large = new byte[2000];
    write(large);
    fails(
            FailureKind.RECORD_TOO_LARGE,
            () -> new Input(folder).with("trainer.input.max-record-bytes", 1024).index())
        .contains("a record of 2000 bytes", "trainer.input.max-record-bytes");
  }

  @Test
  void aLengthThatTheFileCannotHoldIsRefused() throws IOException {
    for (long length : new long[] {-1, Long.MAX_VALUE, 1L << 40}) {
      new Input(folder).write("a.tfrecord", Frames.header(length));
      fails(FailureKind.INPUT_TRUNCATED, new Input(folder)::index);
    }
  }

  /** No damage gives any other exception, or takes long. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aDamagedFileGivesRecordsOrAFailure(boolean isTable) throws IOException {
    List<byte[]> records =
        isTable
            ? TfExamples.rows().subList(0, 40)
            : IntStream.range(0, 40).mapToObj(TfExamples::keyed).toList();
    byte[] whole = TfExamples.file(records);
    Damage damage = new Damage(folder, "a.tfrecord");
    if (isTable) {
      damage
          .with("trainer.features", TableRows.FEATURES)
          .with("trainer.weight", "weight")
          .with("trainer.label.positive", "true");
    }
    int ofFiles = damage.read("trainer.fuzz.tfrecord", 250, random -> Damage.of(whole, random));
    assertThat(ofFiles).isPositive();
    // records that are damaged behind sound checksums
    int ofRecords =
        damage.read(
            "trainer.fuzz.tfrecord",
            250,
            random -> {
              List<byte[]> damaged = new ArrayList<>(records);
              for (int i = 0; i < 5; i++) {
                damaged.set(i, Damage.of(records.get(i), random));
              }
              return Frames.file(damaged);
            });
    assertThat(ofRecords).isPositive();
  }
}
