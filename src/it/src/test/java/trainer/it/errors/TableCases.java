package trainer.it.errors;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.CRC32;

/** Tables, and uses of their columns, that cannot be. */
final class TableCases extends LocalCases {
  private static final String LIBRARY = "org.apache.hadoop.mapreduce.lib.input.";
  private static final String OLD = "org.apache.hadoop.mapred.";

  private final byte[] avro;

  /**
   * @param avro a sound container of rows of keys and values
   */
  TableCases(byte[] avro) {
    this.avro = avro;
    table("table-no-label", "t.csv", "a,b\n1,2\n");
    table("table-wrong-label", "t.csv", "age,income\n1,0\n", "--label", "incme");
    table(
        "table-wrong-feature", "t.csv", "y,age\n1,2\n0,3\n", "--label", "y", "--features", "agee");
    table("table-no-terms", "t.csv", "y,age\n1,2\n", "--label", "y", "--features", "age:numbr");
    table(
        "table-label-as-feature",
        "t.csv",
        "y,age\n1,2\n0,3\n",
        "--label",
        "y",
        "--features",
        "age,y");
    table("table-three-labels", "t.csv", "y,a\nr,1\ng,2\nb,3\n", "--label", "y");
    table(
        "table-positive-unknown",
        "t.csv",
        "y,a\nyes,1\nno,2\n",
        "--label",
        "y",
        "--positive",
        "yess");
    table(
        "table-text-as-class",
        "t.csv",
        "y,a\nr,1\ng,2\n",
        "--label",
        "y",
        "--model",
        "softmax",
        "-Dtrainer.model.classes=2");
    table("table-labels-to-recode", "t.csv", "y,a\n2,1\n1,2\n", "--label", "y");
    table("table-empty-label", "t.csv", "y,a\n,1\n1,2\n", "--label", "y");
    table("table-weight-of-text", "t.csv", "y,a\n1,x\n0,z\n", "--label", "y", "--weight", "a");
    table("table-weight-is-label", "t.csv", "y,a\n1,1\n0,2\n", "--label", "y", "--weight", "y");
    table(
        "table-weight-negative",
        "t.csv",
        "y,w,a\n1,1,5\n0,-2,6\n",
        "--label",
        "y",
        "--weight",
        "w");
    table("table-ragged", "t.csv", "y,a,b\n1,1,2\n0,1\n", "--label", "y");
    table("table-open-quote", "t.csv", "y,a\n1,2\n0,\"x\n1,3\n", "--label", "y");
    table("table-stray-text", "t.csv", "y,a\n1,2\n0,\"x\"z\n", "--label", "y");
    table("table-name-twice", "t.csv", "y,a,a\n1,2,3\n", "--label", "y");
    table("table-no-name", "t.csv", "y,,a\n1,2,3\n", "--label", "y");
    table("table-carriage-returns", "t.csv", "y,a\r1,2\r0,3\r", "--label", "y");
    table("table-header-only", "t.csv", "y,a\n", "--label", "y");
    table(
        "table-no-number", "t.csv", "y,a\n1,2\n0,two\n", "--label", "y", "--features", "a:number");
    table("table-infinite", "t.csv", "y,a\n1,2\n0,inf\n", "--label", "y");
    table("table-delimiter", "t.csv", "y,a\n1,2\n", "--label", "y", "-Dtrainer.csv.delimiter=ab");
    table(
        "table-quote-is-delimiter",
        "t.csv",
        "y,a\n1,2\n",
        "--label",
        "y",
        "-Dtrainer.csv.quote=,",
        "-Dtrainer.csv.delimiter=,");
    table("table-columns-twice", "t.csv", "1,2\n", "--label", "y", "-Dtrainer.csv.columns=y,y");
    table("label-of-libsvm", "t.libsvm", "1 1:1\n0 2:1\n", "--label", "y", "--format", "libsvm");
    table("where-without-partitions", "t.csv", "y,a\n1,2\n", "--label", "y", "--where", "dt=1");
    table("where-without-value", "t.csv", "y,a\n1,2\n", "--label", "y", "--where", "dt");
    table("where-nothing", "dt=1/t.csv", "y,a\n1,2\n", "--label", "y", "--where", "dt=2*");
    table("parquet-not", "t.parquet", "y,a\n1,2\n", "--label", "y", "--format", "parquet");
    table("orc-not", "t.orc", "y,a\n1,2\n", "--label", "y", "--format", "orc");
    table("orc-cut-short", "t.orc", Arrays.copyOf(changes(), 100), "--label", "y");
    table("orc-of-changes", "t.orc", changes(), "--label", "y");
    containers();
    table("format-class-missing", "t.csv", "1,2\n", "--format", "no.such.Format");
    table("format-no-input-format", "t.csv", "1,2\n", "--format", "java.lang.String");
    table("format-of-old-api", "t.csv", "1,2\n", "--format", OLD + "TextInputFormat");
    table(
        "format-of-other-files", "t.csv", "1,2\n", "--format", LIBRARY + "CombineTextInputFormat");
    table("format-cannot-read", "t.csv", "1,2\n", "--format", LIBRARY + "SequenceFileInputFormat");
    table(
        "format-no-columns",
        "t.csv",
        "1,2\n",
        "--label",
        "y",
        "--format",
        LIBRARY + "TextInputFormat");
    table("sequence-file", "t.csv", "SEQ\u0006", "--label", "y");
    table("iceberg", "t/metadata/v1.metadata.json", "{}", "--label", "y");
    table("delta", "t/_delta_log/00000000000000000000.json", "{}", "--label", "y");
  }

  /** An ORC file without rows, of the type that transactional tables of Hive have. */
  private static byte[] changes() {
    return Base64.getDecoder()
        .decode(
            "T1JDCAMQACJSCAwSBgECAwQFBhoJb3BlcmF0aW9uGhNvcmlnaW5hbFRyYW5zYWN0aW9uGgZidWNrZXQaBXJvd0lk"
                + "GhJjdXJyZW50VHJhbnNhY3Rpb24aA3JvdyICCAMiAggEIgIIAyICCAQiAggEIgIIDDAACHIQACICAAwoAIL0"
                + "AwNPUkMR");
  }

  /** Formats of records in frames, chunks or blocks. */
  private void containers() {
    table("avro-no-column", "t.avro", avro, "--label", "clicked");
    table("avro-array-as-feature", "t.avro", avro, "--features", "indices:category");
    table("tfrecord-not", "t.tfrecord", "y,a\n1,2\n");
    // the length 3 and its checksum
    byte[] frame = {3, 0, 0, 0, 0, 0, 0, 0, (byte) 0xb0, (byte) 0x99, 0x49, 0x0e};
    table("tfrecord-truncated", "t.tfrecord", frame);
    table("recordio-not", "t.recordio", "y,a\n1,2\n");
    table("recordio-truncated", "t.recordio", chunk(new byte[0], 100, 1));
    byte[] record = {3, 0, 0, 0, '1', ',', '2'};
    table("recordio-csv-without-columns", "t.recordio", chunk(record, 7, 1), "--label", "y");
  }

  /** An uncompressed chunk of RecordIO. */
  private static byte[] chunk(byte[] payload, int announced, int records) {
    CRC32 crc = new CRC32();
    crc.update(payload);
    return ByteBuffer.allocate(20 + payload.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(0x01020304)
        .putInt((int) crc.getValue())
        .putInt(0)
        .putInt(announced)
        .putInt(records)
        .put(payload)
        .array();
  }

  /**
   * A submission of a file.
   *
   * @param file its name, or a path of which the first folder is the input
   */
  private void table(String name, String file, String text, String... more) {
    table(name, file, text.getBytes(StandardCharsets.UTF_8), more);
  }

  private void table(String name, String file, byte[] content, String... more) {
    put(
        name,
        place -> {
          Path written = place.file(file, content);
          Path input = file.contains("/") ? place.root().resolve(file.split("/", 2)[0]) : written;
          return place.client().run(place.submit(input, more));
        });
  }
}
