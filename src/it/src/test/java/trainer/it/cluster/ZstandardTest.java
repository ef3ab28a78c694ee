package trainer.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped bundle holds the library that Avro's codec zstandard needs. */
class ZstandardTest {
  private static final String SCHEMA =
      """
      {"type": "record", "name": "Row", "fields": [
        {"name": "label", "type": "int"},
        {"name": "indices", "type": {"type": "array", "items": "long"}}]}
      """;
  private static final int RECORDS = 2000;

  @TempDir private Path home;

  private Path written() throws IOException {
    Path file = home.resolve("train.avro");
    Schema schema = new Schema.Parser().parse(SCHEMA);
    try (DataFileWriter<GenericRecord> out =
        new DataFileWriter<>(new GenericDatumWriter<GenericRecord>(schema))) {
      out.setCodec(CodecFactory.fromString("zstandard"));
      out.create(schema, file.toFile());
      for (int i = 0; i < RECORDS; i++) {
        GenericRecord record = new GenericData.Record(schema);
        record.put("label", i % 2);
        record.put("indices", List.of((long) i % 2, 2L + i % 7));
        out.append(record);
      }
    }
    return file;
  }

  @Test
  void trainsOnAvroCompressedWithZstandard() throws Exception {
    JsonNode report =
        new TrainerClient(home)
            .run(
                "submit",
                "--master",
                "local",
                "--json",
                "--input",
                written().toString(),
                "--output",
                home.resolve("model").toString())
            .ok()
            .json();
    assertThat(report.path("state").asText()).isEqualTo("EXITED");
    assertThat(report.path("records").asLong()).isEqualTo(RECORDS);
  }
}
