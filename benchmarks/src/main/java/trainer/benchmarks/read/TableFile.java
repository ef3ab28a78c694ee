package trainer.benchmarks.read;

import com.google.protobuf.ByteString;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.tensorflow.example.BytesList;
import org.tensorflow.example.Example;
import org.tensorflow.example.Feature;
import org.tensorflow.example.Features;
import org.tensorflow.example.Int64List;
import org.tensorflow.hadoop.util.TFRecordWriter;

/** A table of 40 columns: a label, 13 numbers with NULLs, and 26 texts. Seeded. */
final class TableFile {
  static final int NUMBERS = 13;
  static final int TEXTS = 26;

  private static final int[] POWERS = {10, 100, 1000, 10_000, 100_000, 1_000_000};

  private TableFile() {}

  /** The terms of its features. */
  static String features() {
    return IntStream.range(0, NUMBERS)
            .mapToObj(i -> "i" + i + ":number,")
            .collect(Collectors.joining())
        + IntStream.range(0, TEXTS)
            .mapToObj(i -> "c" + i + ":category")
            .collect(Collectors.joining(","));
  }

  private static MessageType schema() {
    StringBuilder text = new StringBuilder("message table { required int32 label; ");
    IntStream.range(0, NUMBERS)
        .forEach(i -> text.append("optional int32 i").append(i).append("; "));
    IntStream.range(0, TEXTS)
        .forEach(i -> text.append("optional binary c").append(i).append(" (STRING); "));
    return MessageTypeParser.parseMessageType(text.append('}').toString());
  }

  /** The values of row after row; null for a missing one. */
  static final class Rows {
    private final SplittableRandom random = new SplittableRandom(1);
    private final int different;
    int label;
    final Integer[] numbers = new Integer[NUMBERS];
    final String[] texts = new String[TEXTS];

    Rows(int different) {
      this.different = different;
    }

    void next() {
      label = random.nextInt(2);
      for (int i = 0; i < NUMBERS; i++) {
        numbers[i] = random.nextInt(5) > 0 ? random.nextInt(1 << (i + 2)) : null;
      }
      for (int i = 0; i < TEXTS; i++) {
        texts[i] = random.nextInt(10) > 0 ? text(i) : null;
      }
    }

    private String text(int column) {
      // the square makes small numbers frequent, as categories have them
      double skewed = random.nextDouble() * random.nextDouble();
      int most = different > 0 ? different : POWERS[column % POWERS.length];
      return String.format("%08x", 0x9E3779B1 * (int) (skewed * most));
    }
  }

  /**
   * Writes it as CSV.
   *
   * @param different as in {@link #write}
   */
  static void writeCsv(Path path, int rows, int different) throws IOException {
    Rows values = new Rows(different);
    try (BufferedWriter out = Files.newBufferedWriter(path)) {
      out.write("label");
      for (int i = 0; i < NUMBERS; i++) {
        out.write(",i" + i);
      }
      for (int i = 0; i < TEXTS; i++) {
        out.write(",c" + i);
      }
      for (int r = 0; r < rows; r++) {
        values.next();
        out.write("\n" + values.label);
        for (Integer number : values.numbers) {
          out.write("," + (number == null ? "" : number));
        }
        for (String text : values.texts) {
          out.write("," + (text == null ? "" : text));
        }
      }
      out.write("\n");
    }
  }

  /**
   * Writes it as Avro with snappy.
   *
   * @param different as in {@link #write}
   */
  static void writeAvro(Path path, int rows, int different) throws IOException {
    SchemaBuilder.FieldAssembler<Schema> fields =
        SchemaBuilder.record("table").fields().requiredInt("label");
    for (int i = 0; i < NUMBERS; i++) {
      fields = fields.optionalLong("i" + i);
    }
    for (int i = 0; i < TEXTS; i++) {
      fields = fields.optionalString("c" + i);
    }
    Schema schema = fields.endRecord();
    Rows values = new Rows(different);
    try (DataFileWriter<GenericRecord> writer =
        new DataFileWriter<>(new GenericDatumWriter<GenericRecord>(schema))) {
      writer.setCodec(CodecFactory.snappyCodec());
      writer.create(schema, path.toFile());
      for (int r = 0; r < rows; r++) {
        values.next();
        GenericRecord row = new GenericData.Record(schema);
        row.put("label", values.label);
        for (int i = 0; i < NUMBERS; i++) {
          row.put("i" + i, values.numbers[i] == null ? null : Long.valueOf(values.numbers[i]));
        }
        for (int i = 0; i < TEXTS; i++) {
          row.put("c" + i, values.texts[i]);
        }
        writer.append(row);
      }
    }
  }

  /**
   * Writes it as TFRecord.
   *
   * @param different as in {@link #write}
   */
  static void writeExamples(Path path, int rows, int different) throws IOException {
    Rows values = new Rows(different);
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path)))) {
      TFRecordWriter writer = new TFRecordWriter(out);
      for (int r = 0; r < rows; r++) {
        values.next();
        Features.Builder row = Features.newBuilder().putFeature("label", whole(values.label));
        for (int i = 0; i < NUMBERS; i++) {
          if (values.numbers[i] != null) {
            row.putFeature("i" + i, whole(values.numbers[i]));
          }
        }
        for (int i = 0; i < TEXTS; i++) {
          if (values.texts[i] != null) {
            row.putFeature("c" + i, text(values.texts[i]));
          }
        }
        writer.write(Example.newBuilder().setFeatures(row).build().toByteArray());
      }
    }
  }

  private static Feature whole(long number) {
    return Feature.newBuilder().setInt64List(Int64List.newBuilder().addValue(number)).build();
  }

  private static Feature text(String text) {
    ByteString bytes = ByteString.copyFromUtf8(text);
    return Feature.newBuilder().setBytesList(BytesList.newBuilder().addValue(bytes)).build();
  }

  /**
   * Writes it as Parquet with zstd.
   *
   * @param different how many different texts a column has at most; 0 for 10 to 1,000,000
   */
  static void write(Path path, int rows, boolean hasDictionary, int different) throws IOException {
    MessageType schema = schema();
    Rows values = new Rows(different);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(path))
            .withConf(new Configuration(false))
            .withType(schema)
            .withDictionaryEncoding(hasDictionary)
            .withCompressionCodec(CompressionCodecName.ZSTD)
            .build()) {
      for (int r = 0; r < rows; r++) {
        values.next();
        Group row = new SimpleGroup(schema).append("label", values.label);
        for (int i = 0; i < NUMBERS; i++) {
          if (values.numbers[i] != null) {
            row.append("i" + i, values.numbers[i]);
          }
        }
        for (int i = 0; i < TEXTS; i++) {
          if (values.texts[i] != null) {
            row.append("c" + i, values.texts[i]);
          }
        }
        writer.write(row);
      }
    }
  }
}
