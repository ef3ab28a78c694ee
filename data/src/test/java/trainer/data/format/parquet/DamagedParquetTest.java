package trainer.data.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.format.AesGcmV1;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.EncryptionAlgorithm;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.input.LabelRule;
import trainer.data.Input;
import trainer.data.file.InputLister;
import trainer.data.index.InputCheck;
import trainer.data.index.InputSample;

/** Files that are damaged, cut short, encrypted or of an unknown codec. */
class DamagedParquetTest {
  private static final int ROWS = 500;
  private static final int TAIL = 8;

  @TempDir private Path folder;

  private byte[] whole;

  @BeforeEach
  void aFile() throws IOException {
    whole = write(CompressionCodecName.ZSTD, WriterVersion.PARQUET_1_0, true);
  }

  private static final String FEATURES =
      "age:number,id:category,size:number,pay:number,city:category,note:category,code:category,"
          + "price:number";

  private byte[] write(CompressionCodecName codec, WriterVersion version, boolean hasDictionary)
      throws IOException {
    Path file = folder.resolve("a.parquet");
    Files.deleteIfExists(file);
    String columns =
        "required boolean label; optional int32 age; required int64 id; optional float size;"
            + " optional double pay; optional binary city (STRING); required binary note;"
            + " optional fixed_len_byte_array(3) code; optional binary price (DECIMAL(9,2));";
    try (ParquetRows rows =
        new ParquetRows(
            file,
            columns,
            builder ->
                ParquetRows.of(codec, version, hasDictionary)
                    .apply(builder)
                    .withPageWriteChecksumEnabled(false)
                    .withRowGroupRowCountLimit(300))) {
      SplittableRandom random = new SplittableRandom(5);
      for (int i = 0; i < ROWS; i++) {
        int number = i;
        rows.row(
            row -> {
              row.append("label", number % 2 == 0).append("id", random.nextLong());
              row.append("note", "note " + random.nextInt(100));
              if (random.nextInt(4) > 0) {
                row.append("age", random.nextInt(90)).append("size", random.nextInt(9) / 4f);
                row.append("pay", random.nextDouble()).append("city", "c" + random.nextInt(30));
                row.append("code", Binary.fromString("abc"));
                row.append("price", Binary.fromString("7"));
              }
            });
      }
    }
    return Files.readAllBytes(file);
  }

  private Input input(byte[] bytes) throws IOException {
    Input input = new Input(folder).labels(LabelRule.ANY);
    input.write("a.parquet", bytes);
    return input.with("trainer.features", FEATURES);
  }

  private FileMetaData footer() throws IOException {
    int length =
        ByteBuffer.wrap(whole, whole.length - TAIL, 4).order(ByteOrder.LITTLE_ENDIAN).getInt();
    return Util.readFileMetaData(
        new ByteArrayInputStream(whole, whole.length - TAIL - length, length));
  }

  /** The file with a changed footer. */
  private byte[] with(Consumer<FileMetaData> change) throws IOException {
    FileMetaData footer = footer();
    ByteArrayOutputStream before = new ByteArrayOutputStream();
    Util.writeFileMetaData(footer, before);
    change.accept(footer);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(whole, 0, whole.length - TAIL - before.size());
    ByteArrayOutputStream after = new ByteArrayOutputStream();
    Util.writeFileMetaData(footer, after);
    out.writeBytes(after.toByteArray());
    out.writeBytes(
        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(after.size()).array());
    out.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
    return out.toByteArray();
  }

  private static ColumnMetaData column(FileMetaData footer, int column) {
    return footer.getRow_groups().get(0).getColumns().get(column).getMeta_data();
  }

  @Test
  void theFileIsReadWhileItIsWhole() throws IOException {
    assertThat(input(whole).read()).hasSize(ROWS);
    assertThat(input(with(footer -> {})).read()).hasSize(ROWS);
  }

  @Test
  void aFileThatIsCutShortIsNamed() throws IOException {
    for (int length : new int[] {whole.length - 1, whole.length / 2, 12, 11, 5, 4}) {
      fails(FailureKind.INPUT_TRUNCATED, () -> input(Arrays.copyOf(whole, length)).index())
          .contains("a.parquet");
    }
  }

  @Test
  void aDamagedFooterIsNamedWithItsByte() throws IOException {
    byte[] long1 = whole.clone();
    long1[whole.length - TAIL + 3] = 0x7f;
    fails(FailureKind.INPUT_CORRUPT, () -> input(long1).index())
        .contains("the footer has")
        .contains("at byte " + (whole.length - TAIL));
    byte[] zeros = whole.clone();
    Arrays.fill(zeros, whole.length - TAIL - 100, whole.length - TAIL, (byte) 0xff);
    fails(FailureKind.INPUT_CORRUPT, () -> input(zeros).index()).contains("the footer is damaged");
  }

  @Test
  void aFooterThatContradictsItselfIsNamed() throws IOException {
    damaged("the file has 501 rows, its row groups 500", footer -> footer.setNum_rows(ROWS + 1));
    damaged("a row group has -1 rows", footer -> footer.getRow_groups().get(0).setNum_rows(-1));
    damaged("a column has", footer -> column(footer, 2).setTotal_compressed_size(1 << 20));
    damaged("from byte -9 on", footer -> column(footer, 2).setData_page_offset(-9));
    damaged(
        "a row group has 8 columns, the schema 9",
        footer -> footer.getRow_groups().get(0).getColumns().remove(3));
    damaged("the schema is", footer -> footer.getSchema().remove(3));
    damaged(
        "two row groups begin",
        footer -> {
          footer.getRow_groups().add(footer.getRow_groups().get(0));
          footer.setNum_rows(ROWS + 300);
        });
    fails(
            FailureKind.INPUT_CORRUPT,
            () -> input(with(footer -> column(footer, 4).setNum_values(7))).read())
        .contains("a column has 7 values in 300 rows")
        .contains("column 'pay'");
  }

  private void damaged(String what, Consumer<FileMetaData> change) throws IOException {
    byte[] bytes = with(change);
    fails(FailureKind.INPUT_CORRUPT, () -> input(bytes).index()).contains(what);
  }

  @Test
  void aDamagedPageIsNamedWithColumnAndByte() throws IOException {
    long start = column(footer(), 3).getData_page_offset();
    byte[] bytes = whole.clone();
    Arrays.fill(bytes, (int) start + 30, (int) start + 60, (byte) 0x55);
    fails(FailureKind.INPUT_CORRUPT, () -> input(bytes).read())
        .contains("column 'size', page at byte");
    Input.Read read = input(bytes).readOn();
    assertThat(read.bad().count()).as("the block of 300 rows").isEqualTo(300);
    assertThat(read.rows()).hasSize(200);
  }

  @Test
  void aChecksumRevealsAFlippedBit() throws IOException {
    Path file = folder.resolve("a.parquet");
    Files.delete(file);
    try (ParquetRows rows =
        new ParquetRows(
            file,
            "required int32 label; required double x;",
            builder ->
                builder
                    .withPageWriteChecksumEnabled(true)
                    .withDictionaryEncoding(false)
                    .withCompressionCodec(CompressionCodecName.UNCOMPRESSED))) {
      for (int i = 0; i < 100; i++) {
        double x = i;
        rows.row(row -> row.append("label", 1).append("x", x));
      }
    }
    whole = Files.readAllBytes(file);
    byte[] bytes = whole.clone();
    bytes[(int) (column(footer(), 1).getData_page_offset() + 300)] ^= 1;
    fails(FailureKind.INPUT_CORRUPT, () -> input(bytes).with("trainer.features", "x:number").read())
        .contains("its checksum does not match");
  }

  @Test
  void encryptedFilesAreRefused() throws IOException {
    byte[] bytes = whole.clone();
    bytes[whole.length - 1] = 'E';
    fails(FailureKind.INPUT_BAD_FILE, () -> input(bytes).index()).contains("is encrypted");
    byte[] columns =
        with(
            footer ->
                footer.setEncryption_algorithm(EncryptionAlgorithm.AES_GCM_V1(new AesGcmV1())));
    fails(FailureKind.INPUT_BAD_FILE, () -> input(columns).index()).contains("is encrypted");
  }

  @ParameterizedTest
  @EnumSource(
      value = CompressionCodec.class,
      names = {"LZO", "BROTLI", "LZ4"})
  void codecsThatAreNotReadAreNamed(CompressionCodec codec) throws IOException {
    byte[] bytes = with(footer -> column(footer, 5).setCodec(codec));
    fails(FailureKind.INPUT_BAD_FILE, () -> input(bytes).read())
        .contains("Parquet's codec " + codec + " is not read")
        .contains("column 'city'");
  }

  @Test
  void aPageAboveTheLimitIsNamed() throws IOException {
    fails(
            FailureKind.RECORD_TOO_LARGE,
            () -> input(whole).with("trainer.input.max-record-bytes", 1024).read())
        .contains("a page of")
        .contains("trainer.input.max-record-bytes");
  }

  /** No mutation gives any other exception, or takes long. */
  @ParameterizedTest
  @CsvSource({
    "ZSTD,         PARQUET_1_0, true",
    "UNCOMPRESSED, PARQUET_1_0, true",
    "UNCOMPRESSED, PARQUET_1_0, false",
    "UNCOMPRESSED, PARQUET_2_0, true",
    "UNCOMPRESSED, PARQUET_2_0, false",
    "SNAPPY,       PARQUET_1_0, false",
    "LZ4_RAW,      PARQUET_2_0, true",
    "GZIP,         PARQUET_2_0, true",
  })
  void aMutatedFileGivesRecordsOrAFailure(
      CompressionCodecName codec, WriterVersion version, boolean hasDictionary) throws IOException {
    whole = write(codec, version, hasDictionary);
    int mutations = Integer.getInteger("trainer.fuzz.parquet", 250);
    SplittableRandom random = new SplittableRandom(whole.length);
    int footer = whole.length - TAIL - 2500;
    int failed = 0;
    for (int i = 0; i < mutations; i++) {
      byte[] bytes = whole.clone();
      for (int m = random.nextInt(1, 4); m > 0; m--) {
        int from = random.nextInt(3) == 0 ? footer : 0;
        bytes[random.nextInt(from, whole.length)] =
            random.nextBoolean() ? (byte) random.nextInt() : (byte) (random.nextBoolean() ? -1 : 0);
      }
      long began = System.nanoTime();
      failed += isRejected(bytes) ? 1 : 0;
      assertThat(System.nanoTime() - began).as("mutation " + i).isLessThan(10_000_000_000L);
    }
    assertThat(failed).isBetween(mutations / 20, mutations);
  }

  private boolean isRejected(byte[] bytes) throws IOException {
    Input input = input(bytes);
    Settings settings = Settings.of(Map.of("trainer.features", FEATURES));
    String path = folder.toUri().toString();
    boolean failed = false;
    try {
      failed = input.readOn().bad().count() > 0;
    } catch (FailureException e) {
      failed = true;
    }
    try {
      InputSample.of(Input.hadoop(), settings, new InputLister(Input.hadoop()).list(path));
      new InputCheck(Input.hadoop(), settings, LabelRule.ANY).check(path);
    } catch (FailureException e) {
      failed = true;
    }
    return failed;
  }
}
