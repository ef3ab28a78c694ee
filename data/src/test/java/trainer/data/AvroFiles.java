package trainer.data;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import trainer.data.Input.Row;

/** Avro containers made by Avro's own writer. */
public final class AvroFiles {
  public static final String PLAIN =
      """
      {"type": "record", "name": "Row", "fields": [
        {"name": "label", "type": "int"},
        {"name": "indices", "type": {"type": "array", "items": "long"}},
        {"name": "values", "type": {"type": "array", "items": "float"}}]}
      """;

  private AvroFiles() {}

  /** Sets the fields of one record. */
  @FunctionalInterface
  public interface Filler {
    void fill(GenericRecord record, int number);
  }

  public static byte[] write(
      String schemaText, String codec, int records, int perBlock, Filler filler)
      throws IOException {
    Schema schema = new Schema.Parser().parse(schemaText);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataFileWriter<GenericRecord> file =
        new DataFileWriter<>(new GenericDatumWriter<GenericRecord>(schema))) {
      file.setCodec(CodecFactory.fromString(codec));
      file.create(schema, bytes, "sixteen bytes it".getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < records; i++) {
        GenericRecord record = new GenericData.Record(schema);
        filler.fill(record, i);
        file.append(record);
        if ((i + 1) % perBlock == 0) {
          file.sync();
        }
      }
    }
    return bytes.toByteArray();
  }

  /** Records with label, i and i+1 as indices, and two values. */
  public static byte[] plain(String codec, int records, int perBlock) throws IOException {
    return write(
        PLAIN,
        codec,
        records,
        perBlock,
        (record, i) -> {
          Row expected = record(i);
          record.put("label", (int) expected.label());
          record.put("indices", expected.keys());
          record.put("values", expected.values());
        });
  }

  /** Record i of {@link #plain}. */
  public static Row record(int i) {
    return new Row(i % 2, List.of((long) i, i * 1_000_003L), List.of(i / 8f, -i * 0.1f));
  }
}
