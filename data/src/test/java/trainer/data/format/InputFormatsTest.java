package trainer.data.format;

import static org.assertj.core.api.Assertions.assertThat;
import static trainer.data.Failing.fails;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trainer.core.config.Settings;
import trainer.core.failure.FailureKind;
import trainer.data.Input;

class InputFormatsTest {
  private static final FormatSettings SETTINGS = FormatSettings.of(Settings.of(Map.of()));

  private static FileStart start(String path, String bytes) {
    return new FileStart(path, bytes.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static InputFormat named(String name) {
    return InputFormats.all().stream().filter(one -> one.name().equals(name)).findFirst().get();
  }

  @Test
  void registersEveryFormatOfTheModuleUnderItsName() {
    assertThat(InputFormats.words())
        .containsExactly(
            "auto", "avro", "csv", "file", "libsvm", "orc", "parquet", "recordio", "tfrecord");
  }

  @ParameterizedTest
  @CsvSource({
    "a.avro,   1 3:1,     NAME, ASSUMED",
    "a.avro,   Obj\u0001x, MAGIC, ASSUMED",
    "a,        Obj\u0001x, MAGIC, ASSUMED",
    "a,        Ob,        MAGIC, ASSUMED",
    "a,        1 3:1,     NONE, ASSUMED",
    "a,        PAR1,      NONE, ASSUMED",
    "a.avro,   '',        NAME, ASSUMED",
  })
  void sniffsByMagicThenByName(String path, String bytes, Evidence avro, Evidence libsvm) {
    assertThat(named("avro").sniff(start(path, bytes), SETTINGS)).isEqualTo(avro);
    assertThat(named("libsvm").sniff(start(path, bytes), SETTINGS)).isEqualTo(libsvm);
  }

  @Test
  void namesTheFileThatItMeetsInsteadOfItsFormat() {
    fails(FailureKind.INPUT_BAD_FILE, () -> named("libsvm").requireFit(start("a", "SEQ")))
        .contains("not libsvm text; it looks like a Hadoop SequenceFile — a begins with 53 45 51")
        .contains("read it with --format org.apache.hadoop.mapreduce.lib.input.SequenceFileInputF");
    fails(
            FailureKind.INPUT_BAD_FILE,
            () -> named("libsvm").requireFit(start("a", "PK\u0003\u0004")))
        .contains("it looks like zip, which Trainer does not read yet")
        .contains("rewrite it as Parquet, as Avro, or as plain CSV or libsvm text");
    fails(FailureKind.INPUT_BAD_FILE, () -> named("libsvm").requireFit(start("a", "PAR1")))
        .contains("not libsvm text — a begins with 50 41 52 31 'PAR1'");
    fails(FailureKind.INPUT_BAD_FILE, () -> named("parquet").requireFit(start("a", "Obj\u0001")))
        .contains("not a Parquet file");
    fails(FailureKind.INPUT_BAD_FILE, () -> named("parquet").requireFit(start("a", "PARE")))
        .contains("the Parquet file is encrypted");
    fails(FailureKind.INPUT_BAD_FILE, () -> named("avro").requireFit(start("a", "1 3:1")))
        .contains("not an Avro container file")
        .contains("check trainer.input and trainer.input.format");
    fails(FailureKind.INPUT_BAD_FILE, () -> named("libsvm").requireFit(start("a", "Obj\u0001")))
        .contains("an Avro container file, not text");
    fails(FailureKind.INPUT_BAD_FILE, () -> named("avro").requireFit(start("a", "")))
        .contains("a (0 bytes)");
  }

  @Test
  void sniffsParquet() {
    assertThat(named("parquet").sniff(start("a", "PAR1"), SETTINGS)).isEqualTo(Evidence.MAGIC);
    assertThat(named("parquet").sniff(start("a", "PARE"), SETTINGS)).isEqualTo(Evidence.MAGIC);
    assertThat(named("parquet").sniff(start("a.parquet", ""), SETTINGS)).isEqualTo(Evidence.NAME);
    assertThat(named("parquet").sniff(start("a", "PAR"), SETTINGS)).isEqualTo(Evidence.NONE);
  }

  @Test
  void sniffsOrc() {
    String stripe = "ORC\n\u0006\n\u0004";
    assertThat(named("orc").sniff(start("a", stripe), SETTINGS)).isEqualTo(Evidence.MAGIC);
    assertThat(named("orc").sniff(start("a.orc", ""), SETTINGS)).isEqualTo(Evidence.NAME);
    assertThat(named("orc").sniff(start("a", "ORCID,age,inco"), SETTINGS)).isEqualTo(Evidence.NONE);
    assertThat(named("orc").sniff(start("a", "PAR1"), SETTINGS)).isEqualTo(Evidence.NONE);
    fails(FailureKind.INPUT_BAD_FILE, () -> named("orc").requireFit(start("a", "PAR1")))
        .contains("not an ORC file");
    fails(FailureKind.INPUT_BAD_FILE, () -> named("libsvm").requireFit(start("a", stripe)))
        .contains("not libsvm text");
  }

  @Test
  void sniffsTfRecordByTheChecksumOfTheFirstLength() {
    InputFormat format = named("tfrecord");
    String header = "\u0003\0\0\0\0\0\0\0" + "\u00b0\u0099I\u000e";
    assertThat(format.sniff(start("a", header), SETTINGS)).isEqualTo(Evidence.MAGIC);
    assertThat(format.sniff(start("a", "\u0004" + header.substring(1)), SETTINGS))
        .isEqualTo(Evidence.NONE);
    assertThat(format.sniff(start("a.tfrecord", ""), SETTINGS)).isEqualTo(Evidence.NAME);
    assertThat(format.sniff(start("a.tfrecords", "1 3:1"), SETTINGS)).isEqualTo(Evidence.NAME);
    fails(FailureKind.INPUT_BAD_FILE, () -> format.requireFit(start("a.tfrecord", "label,a\n1,2")))
        .contains("not a TFRecord file", "a.tfrecord begins with");
  }

  @Test
  void sniffsRecordIo() {
    InputFormat format = named("recordio");
    assertThat(format.sniff(start("a", "\4\3\2\1"), SETTINGS)).isEqualTo(Evidence.MAGIC);
    assertThat(format.sniff(start("a.recordio", ""), SETTINGS)).isEqualTo(Evidence.NAME);
    assertThat(format.sniff(start("a", "\4\3\2"), SETTINGS)).isEqualTo(Evidence.NONE);
    fails(FailureKind.INPUT_BAD_FILE, () -> format.requireFit(start("a.recordio", "1 3:1")))
        .contains("not a RecordIO file", "a.recordio begins with");
  }

  @Test
  void refusesANameThatNoFormatHas() {
    Settings settings = Settings.of(Map.of("trainer.input.format", "libsvn"));
    fails(FailureKind.CONFIG_INVALID, () -> new FormatChoice(Input.hadoop(), settings))
        .contains(
            "give auto|avro|csv|file|libsvm|orc|parquet|recordio|tfrecord; did you mean libsvm?");
  }

  @Test
  void textOfTwoBytesACharacterIsNamed() {
    String wide = "l\0a\0b\0e\0l\0,\0";
    for (String text : List.of(wide, wide.substring(1) + "a")) {
      fails(FailureKind.INPUT_BAD_FILE, () -> named("libsvm").requireFit(start("a.csv", text)))
          .contains("it looks like UTF-16 text");
    }
  }
}
