package trainer.avro.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static trainer.avro.model.ExampleModel.ROWS;
import static trainer.avro.model.ExampleModel.TABLES;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificDatumWriter;
import org.junit.jupiter.api.Test;
import trainer.avro.container.ContainerWriter;
import trainer.avro.model.MemoryFolder.Row;
import trainer.avro.record.ModelRow;
import trainer.core.message.PartFile;
import trainer.core.random.SplitMix64;

class ModelPartTest {
  private final MemoryFolder folder = new MemoryFolder();

  @Test
  void readsWhatWasWritten() throws IOException {
    PartFile part = folder.putPart(3, TABLES, ROWS);
    assertThat(part.rows()).isEqualTo(ROWS.size());
    assertThat(part.partition()).isEqualTo(3);
    assertThat(part.name()).isEqualTo("part-00003.avro");
    assertThat(part.bytes()).isEqualTo(folder.length(part.name()));
    assertThat(texts(read(part.name()))).isEqualTo(texts(ROWS));
  }

  @Test
  void readsManyBlocks() throws IOException {
    List<Row> rows = new ArrayList<>();
    SplitMix64 random = new SplitMix64(5);
    for (int key = 0; key < 100_000; key++) {
      rows.add(new Row("weights", key, (random.next() >> 40) * 0x1p-20f + 1e-9f));
    }
    PartFile part = folder.putPart(0, TABLES, rows);
    assertThat(part.rows()).isEqualTo(100_000);
    assertThat(texts(read(part.name()))).isEqualTo(texts(rows));
  }

  @Test
  void avroItselfReadsIt() throws IOException {
    PartFile part = folder.putPart(0, TABLES, ROWS);
    List<String> seen = new ArrayList<>();
    try (DataFileReader<GenericRecord> in =
        new DataFileReader<>(
            new SeekableByteArrayInput(folder.files.get(part.name())),
            new GenericDatumReader<>())) {
      assertThat(in.getMetaString("formatVersion")).isEqualTo("1");
      in.forEach(
          row -> seen.add(row.get("table") + " " + row.get("key") + " " + row.get("values")));
    }
    assertThat(seen).hasSize(ROWS.size());
    assertThat(seen.get(0)).isEqualTo("factors 0 [1.0, 2.0, 3.0]");
    assertThat(seen.get(7)).isEqualTo("weights -9223372036854775808 [-3.5]");
  }

  @Test
  void leavesOutRowsAtTheirInitialValue() throws IOException {
    PartFile part =
        folder.putPart(
            0,
            TABLES,
            List.of(
                new Row("factors", 1, 0f, -0f, 0f),
                new Row("weights", 1, 0f),
                new Row("weights", 2, 1f),
                new Row("weights", 3, -0f)));
    assertThat(part.rows()).isEqualTo(1);
    assertThat(texts(read(part.name()))).isEqualTo(texts(List.of(new Row("weights", 2, 1f))));
  }

  @Test
  void writesTheBytesThatAvrosOwnWriterMakes() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (int key = 1; key < 3_000; key++) {
      rows.add(new Row("factors", key, key, 0f, -0.1f * key));
    }
    for (int i = 1; i < 30_000; i++) {
      rows.add(new Row("weights", i * 0x2_1234_5678_9abdL, 1f / i));
    }
    PartFile part = folder.putPart(3, TABLES, rows);
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    try (DataFileWriter<ModelRow> writer =
        new DataFileWriter<ModelRow>(new SpecificDatumWriter<>(ModelRow.class))
            .setCodec(CodecFactory.snappyCodec())
            .setSyncInterval(ContainerWriter.SYNC_INTERVAL)
            .setMeta(ModelFormat.FORMAT_VERSION_KEY, ModelFormat.VERSION)
            .create(ModelRow.getClassSchema(), expected, SyncMarker.ofPart(3))) {
      for (Row row : rows) {
        List<Float> values = new ArrayList<>();
        for (float value : row.values()) {
          values.add(value);
        }
        writer.append(new ModelRow(row.table(), row.key(), values));
      }
    }
    assertThat(folder.files.get(part.name())).isEqualTo(expected.toByteArray());
  }

  @Test
  void equalRowsGiveEqualBytes() throws IOException {
    folder.putPart(0, TABLES, ROWS);
    byte[] first = folder.files.get("part-00000.avro");
    folder.putPart(0, TABLES, ROWS);
    assertThat(folder.files.get("part-00000.avro")).isEqualTo(first);
  }

  @Test
  void takesNoRowOutOfOrder() {
    for (List<Row> rows :
        List.of(
            List.of(new Row("weights", 2, 1f), new Row("weights", 1, 1f)),
            List.of(new Row("weights", 1, 1f), new Row("weights", 1, 1f)),
            List.of(new Row("weights", -1, 1f), new Row("weights", 1, 1f)),
            List.of(new Row("weights", 1, 1f), new Row("factors", 9, 1f, 1f, 1f)))) {
      assertThatThrownBy(() -> folder.putPart(0, TABLES, rows))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("out of order");
    }
  }

  @Test
  void takesNoRowOfAnotherTableOrWidth() {
    for (Row row : List.of(new Row("weights", 1, 1f, 2f), new Row("other", 1, 1f))) {
      assertThatThrownBy(() -> folder.putPart(0, TABLES, List.of(row)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no table '" + row.table() + "' of width " + row.values().length);
    }
  }

  @Test
  void anEmptyPartIsAFile() throws IOException {
    PartFile part = folder.putPart(0, TABLES, List.of());
    assertThat(part.rows()).isZero();
    assertThat(texts(read(part.name()))).isEmpty();
  }

  private static List<String> texts(List<Row> rows) {
    return rows.stream()
        .map(row -> row.table() + " " + row.key() + " " + Arrays.toString(row.values()))
        .map(text -> text.replace("-0.0", "0.0")) // a part file holds no negative zero
        .toList();
  }

  private List<Row> read(String name) throws IOException {
    List<Row> rows = new ArrayList<>();
    try (ModelPartReader in =
        new ModelPartReader(new ByteArrayInputStream(folder.files.get(name)), name, TABLES)) {
      while (in.next()) {
        rows.add(new Row(in.table().name(), in.key(), in.values().clone()));
      }
    }
    return rows;
  }
}
