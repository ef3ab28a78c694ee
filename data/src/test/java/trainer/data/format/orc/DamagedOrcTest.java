package trainer.data.format.orc;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.orc.OrcProto;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.encode.TableEncoding;
import trainer.core.input.BadRecords;
import trainer.core.input.Block;
import trainer.core.input.InputFile;
import trainer.core.input.LabelRule;
import trainer.data.Input;
import trainer.data.file.PinnedFile;
import trainer.data.format.BlockDecoder;
import trainer.data.format.BlockSink;
import trainer.data.format.FormatSettings;
import trainer.data.format.TableSample;

/** Files that are damaged, cut short, encrypted or of an unknown codec. */
class DamagedOrcTest {
  private static final int ROWS = 500;
  private static final String FEATURES =
      "age:number,id:category,size:number,pay:number,city:category,note:category,code:category,"
          + "price:number,at:number,day:number,open:category";

  @TempDir private Path folder;

  /** With the file system that it caches, which makes a mutation ten times as fast. */
  private final Configuration hadoop = new Configuration(false);

  private byte[] whole;

  @BeforeEach
  void aFile() throws IOException {
    whole = write("NONE", "0.12", true);
  }

  private byte[] write(String codec, String version, boolean hasDictionary) throws IOException {
    Path file = folder.resolve("a.orc");
    Files.deleteIfExists(file);
    String columns =
        "label:boolean,age:int,id:bigint,size:float,pay:double,city:string,note:string,"
            + "code:char(3),price:decimal(20,2),at:timestamp,day:date,open:boolean";
    Map<String, String> options = new HashMap<>(OrcRows.options(codec, version, hasDictionary));
    options.putAll(OrcRows.stripesOf(300));
    try (OrcRows rows = new OrcRows(file, columns, options)) {
      SplittableRandom random = new SplittableRandom(5);
      for (int i = 0; i < ROWS; i++) {
        boolean isFull = random.nextInt(4) > 0;
        rows.row(
            i % 2 == 0,
            isFull ? random.nextInt(90) : null,
            random.nextLong(),
            isFull ? random.nextInt(9) / 4f : null,
            isFull ? random.nextDouble() : null,
            isFull ? "c" + random.nextInt(30) : null,
            "note " + random.nextInt(100),
            isFull ? "ab" : null,
            isFull ? random.nextLong() + ".25" : null,
            isFull ? new Timestamp(random.nextLong(2_000_000_000_000L)) : null,
            isFull ? random.nextInt(30_000) : null,
            isFull ? random.nextBoolean() : null);
      }
    }
    return Files.readAllBytes(file);
  }

  private Input input(byte[] bytes) throws IOException {
    Input input = new Input(folder).labels(LabelRule.ANY);
    input.write("a.orc", bytes);
    return input.with("trainer.features", FEATURES);
  }

  private int postscriptStart() {
    return whole.length - 1 - (whole[whole.length - 1] & 0xFF);
  }

  private OrcProto.PostScript postscript() throws IOException {
    return OrcProto.PostScript.parseFrom(
        Arrays.copyOfRange(whole, postscriptStart(), whole.length - 1));
  }

  private int footerStart() throws IOException {
    return postscriptStart() - (int) postscript().getFooterLength();
  }

  private OrcProto.Footer footer() throws IOException {
    return OrcProto.Footer.parseFrom(Arrays.copyOfRange(whole, footerStart(), postscriptStart()));
  }

  /** The file with a changed footer and postscript; it has no codec. */
  private byte[] with(
      Consumer<OrcProto.Footer.Builder> change, Consumer<OrcProto.PostScript.Builder> rest)
      throws IOException {
    OrcProto.Footer.Builder footer = footer().toBuilder();
    change.accept(footer);
    byte[] changed = footer.buildPartial().toByteArray();
    OrcProto.PostScript.Builder postscript =
        postscript().toBuilder().setFooterLength(changed.length);
    rest.accept(postscript);
    byte[] end = postscript.buildPartial().toByteArray();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(whole, 0, footerStart());
    out.writeBytes(changed);
    out.writeBytes(end);
    out.write(end.length);
    return out.toByteArray();
  }

  private byte[] withFooter(Consumer<OrcProto.Footer.Builder> change) throws IOException {
    return with(change, postscript -> {});
  }

  private byte[] withPostscript(Consumer<OrcProto.PostScript.Builder> change) throws IOException {
    return with(footer -> {}, change);
  }

  @Test
  void theFileIsReadWhileItIsWhole() throws IOException {
    assertThat(input(whole).read()).hasSize(ROWS);
    assertThat(input(withFooter(footer -> {})).read()).hasSize(ROWS);
    assertThat(footer().getStripesCount()).isEqualTo(2);
  }

  @Test
  void aFileThatIsCutShortIsNamed() throws IOException {
    for (int length : new int[] {whole.length - 1, whole.length / 2, 12, 5, 3}) {
      fails(FailureKind.INPUT_TRUNCATED, () -> input(Arrays.copyOf(whole, length)).index())
          .contains("a.orc")
          .contains("its end is missing");
    }
  }

  @Test
  void aDamagedFooterIsNamedWithItsByte() throws IOException {
    byte[] bytes = whole.clone();
    Arrays.fill(bytes, footerStart(), postscriptStart(), (byte) 0xff);
    fails(FailureKind.INPUT_CORRUPT, () -> input(bytes).index())
        .contains("the footer is damaged")
        .contains("at byte " + postscriptStart());
  }

  private static OrcProto.StripeInformation.Builder stripe(OrcProto.Footer.Builder footer) {
    return footer.getStripesBuilder(0);
  }

  @Test
  void aFooterThatContradictsItselfIsNamed() throws IOException {
    damaged("has 501 rows, its stripes 500", footer -> footer.setNumberOfRows(ROWS + 1));
    damaged("a stripe has -1 rows", footer -> stripe(footer).setNumberOfRows(-1));
    damaged(
        "a part of a stripe has 1048576 bytes", footer -> stripe(footer).setDataLength(1 << 20));
    damaged("a part of a stripe has -1 bytes", footer -> stripe(footer).setFooterLength(-1));
    damaged("a stripe begins at byte 1", footer -> stripe(footer).setOffset(1));
    damaged(
        "two stripes begin at byte 3",
        footer -> footer.addStripes(footer.getStripes(0)).setNumberOfRows(ROWS + 300));
    damaged("no tree of columns", OrcProto.Footer.Builder::clearTypes);
    damaged("no tree of columns", footer -> footer.getTypesBuilder(0).setSubtypes(2, 99));
    damaged("no tree of columns", footer -> footer.getTypesBuilder(0).addFieldNames("more"));
  }

  private void damaged(String what, Consumer<OrcProto.Footer.Builder> change) throws IOException {
    byte[] bytes = withFooter(change);
    fails(FailureKind.INPUT_CORRUPT, () -> input(bytes).index()).contains(what);
  }

  @Test
  void aDamagedStripeIsNamedWithColumnAndByte() throws IOException {
    byte[] lastRow = withFooter(footer -> footer.addTypes(footer.getTypes(1)));
    fails(FailureKind.INPUT_CORRUPT, () -> input(lastRow).read())
        .contains("the stripe has 13 columns, the file 14")
        .contains("stripe at byte 3");
    byte[] rows =
        withFooter(
            footer -> {
              footer.setNumberOfRows(ROWS + 9);
              stripe(footer).setNumberOfRows(309);
            });
    fails(FailureKind.INPUT_CORRUPT, () -> input(rows).read())
        .contains("the stream ends")
        .contains("column '");
    Input.Read read = input(rows).readOn();
    assertThat(read.bad().count()).as("the block of 309 rows").isEqualTo(309);
    assertThat(read.rows()).hasSize(200);
  }

  @Test
  void encryptedFilesAreRefused() throws IOException {
    byte[] bytes =
        withFooter(footer -> footer.setEncryption(OrcProto.Encryption.getDefaultInstance()));
    fails(FailureKind.INPUT_BAD_FILE, () -> input(bytes).index()).contains("is encrypted");
  }

  @Test
  void codecsAndVersionsThatAreNotReadAreNamed() throws IOException {
    byte[] brotli =
        withPostscript(postscript -> postscript.setCompression(OrcProto.CompressionKind.BROTLI));
    fails(FailureKind.INPUT_BAD_FILE, () -> input(brotli).index())
        .contains("ORC's codec BROTLI is not read");
    byte[] unknown = withPostscript(OrcProto.PostScript.Builder::clearCompression);
    fails(FailureKind.INPUT_BAD_FILE, () -> input(unknown).index())
        .contains("the codec of the ORC file is not known");
    byte[] later = withPostscript(postscript -> postscript.setVersion(0, 2).setVersion(1, 0));
    fails(FailureKind.INPUT_BAD_FILE, () -> input(later).index())
        .contains("ORC's version [2, 0], which is not read");
    byte[] chunks = withPostscript(postscript -> postscript.setCompressionBlockSize(1 << 23));
    fails(FailureKind.INPUT_CORRUPT, () -> input(chunks).index()).contains("a chunk has 8388608");
  }

  @Test
  void rowsWithoutColumnsAreRefused() throws IOException {
    byte[] bytes = withFooter(footer -> footer.getTypesBuilder(0).setKind(OrcProto.Type.Kind.INT));
    fails(FailureKind.INPUT_BAD_FILE, () -> input(bytes).index()).contains("have no columns");
  }

  @Test
  void aTextAboveTheLimitIsNamed() throws IOException {
    try (OrcRows rows = new OrcRows(folder.resolve("a.orc"), "label:int,note:string", Map.of())) {
      rows.row(1, "x".repeat(2000));
    }
    Input input =
        new Input(folder)
            .with("trainer.features", "note")
            .with("trainer.input.max-record-bytes", 1024);
    fails(FailureKind.RECORD_TOO_LARGE, input::read)
        .contains("a text has 2000 bytes")
        .contains("trainer.input.max-record-bytes");
  }

  @Test
  void otherFilesOfTheNameAreRefused() throws IOException {
    byte[] text = "y,a\n1,2\n".getBytes(StandardCharsets.UTF_8);
    fails(FailureKind.INPUT_BAD_FILE, () -> input(text).with("trainer.input.format", "orc").index())
        .contains("not an ORC file");
  }

  /** No mutation gives any other exception, or takes long. */
  @ParameterizedTest
  @CsvSource({
    "NONE,   0.12, true",
    "NONE,   0.12, false",
    "NONE,   0.11, true",
    "NONE,   0.11, false",
    "ZLIB,   0.12, true",
    "SNAPPY, 0.12, false",
    "LZO,    0.12, true",
    "LZ4,    0.12, false",
    "ZSTD,   0.12, true",
    "ZSTD,   0.11, false",
  })
  void aMutatedFileGivesRecordsOrAFailure(String codec, String version, boolean hasDictionary)
      throws IOException {
    whole = write(codec, version, hasDictionary);
    int mutations = Integer.getInteger("trainer.fuzz.orc", 300);
    SplittableRandom random = new SplittableRandom(whole.length);
    int footer = footerStart();
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
    Path path = Files.write(folder.resolve("a.orc"), bytes);
    InputFile listed = new InputFile(path.toUri().toString(), bytes.length, 0);
    OrcFormat format = new OrcFormat();
    FormatSettings settings = FormatSettings.of(Settings.of(Map.of("trainer.features", FEATURES)));
    boolean failed = false;
    try (PinnedFile file = PinnedFile.openListed(hadoop, listed)) {
      failed |= endsInFailure(() -> format.sample(file, settings, new TableSample()));
      failed |= endsInFailure(() -> format.check(file, settings, LabelRule.ANY));
      failed |= endsInFailure(() -> readAll(format, file, settings));
    }
    return failed;
  }

  /** Whether something ends with a failure; any other exception is passed on. */
  private static boolean endsInFailure(Runnable action) {
    try {
      action.run();
      return false;
    } catch (FailureException e) {
      assertThat(e.failure().kind())
          .isIn(
              FailureKind.INPUT_CORRUPT,
              FailureKind.INPUT_TRUNCATED,
              FailureKind.INPUT_BAD_FILE,
              FailureKind.RECORD_TOO_LARGE);
      return true;
    }
  }

  private static void readAll(OrcFormat format, PinnedFile file, FormatSettings settings) {
    List<Block> blocks = new ArrayList<>();
    format.cut(file, settings, new Blocks(blocks));
    BlockDecoder decoder = format.open(file, settings, LabelRule.ANY, TableEncoding.unscaled());
    blocks.forEach(decoder::decode);
  }

  /** Numbers the blocks of one file. */
  private record Blocks(List<Block> list) implements BlockSink {
    @Override
    public void unit() {}

    @Override
    public void block(long offset, long length, long records, int skip) {
      list.add(new Block(list.size(), offset, length, records, skip));
    }

    @Override
    public void broken(BadRecords bad) {
      throw new IllegalStateException("a table has no records outside of blocks");
    }
  }
}
