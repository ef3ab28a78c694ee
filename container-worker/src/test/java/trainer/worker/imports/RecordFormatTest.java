package trainer.worker.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import trainer.core.config.Keys;
import trainer.core.feature.BadFieldException;
import trainer.core.input.Examples;
import trainer.core.input.KeptColumns;
import trainer.core.input.SparseRows;
import trainer.core.job.ImportColumns;
import trainer.worker.output.FileFormat;
import trainer.worker.output.RowBytes;

/** Records of an import, as Avro's own reader gives them back. */
class RecordFormatTest {
  private static final ImportColumns COLUMNS =
      ImportColumns.parse("id:long,price:double,city:text,is new:boolean");

  private static Examples table(String[]... columns) {
    return new Examples(
        columns[0].length, new float[9], null, null, null, new KeptColumns(List.of(columns)));
  }

  private static RowBytes rows(RecordFormat format, Examples examples) {
    RowBytes rows = new RowBytes();
    for (int i = 0; i < examples.records(); i++) {
      format.encode(examples, i, rows);
    }
    return rows;
  }

  private static byte[] file(RecordFormat format, RowBytes... pieces) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (FileFormat.Writer file = format.begin(out)) {
      for (RowBytes piece : pieces) {
        file.append(piece);
      }
    }
    return out.toByteArray();
  }

  private static DataFileReader<GenericRecord> open(byte[] file) throws IOException {
    return new DataFileReader<>(new SeekableByteArrayInput(file), new GenericDatumReader<>());
  }

  private static List<String> read(RecordFormat format, RowBytes... pieces) throws IOException {
    List<String> read = new ArrayList<>();
    try (DataFileReader<GenericRecord> file = open(file(format, pieces))) {
      file.forEach(record -> read.add(record.toString()));
    }
    return read;
  }

  /** The records of each block. */
  private static List<Long> blocks(byte[] written) throws IOException {
    List<Long> blocks = new ArrayList<>();
    try (DataFileReader<GenericRecord> file = open(written)) {
      while (file.hasNext()) {
        blocks.add(file.getBlockCount());
        file.nextBlock();
      }
    }
    return blocks;
  }

  @Test
  void aTableKeepsNullsAndEveryDigit() throws IOException {
    RecordFormat format = RecordFormat.of(Keys.ImportFormat.AVRO, COLUMNS);
    Examples examples =
        table(
            new String[] {"9223372036854775807", "-1", null},
            new String[] {"0.1", "1e300", null},
            new String[] {"Łódź, \"x\"", "", null},
            new String[] {"true", "FALSE", null});
    assertThat(read(format, rows(format, examples)))
        .containsExactly(
            "{\"id\": 9223372036854775807, \"price\": 0.1, \"city\": \"Łódź, \\\"x\\\"\","
                + " \"is_new\": true}",
            "{\"id\": -1, \"price\": 1.0E300, \"city\": \"\", \"is_new\": false}",
            "{\"id\": null, \"price\": null, \"city\": null, \"is_new\": null}");
  }

  @Test
  void aBlockOfTheInputIsOneOfTheFile() throws IOException {
    RecordFormat format = RecordFormat.of(Keys.ImportFormat.AVRO, ImportColumns.parse("id:long"));
    RowBytes two = rows(format, table(new String[] {"1", "2"}));
    RowBytes none = new RowBytes();
    RowBytes one = rows(format, table(new String[] {"3"}));
    assertThat(blocks(file(format, two, none, one))).containsExactly(2L, 1L);
    assertThat(read(format, two, none, one))
        .containsExactly("{\"id\": 1}", "{\"id\": 2}", "{\"id\": 3}");
  }

  @Test
  void aValueOfAnotherTypeIsRefusedByName() {
    for (Keys.ImportFormat to : Keys.ImportFormat.values()) {
      RecordFormat format = RecordFormat.of(to, COLUMNS);
      for (String id : List.of("007", "1.5", "x", "", "+1", "9223372036854775808")) {
        String[] some = {"1"};
        String[] flags = {"true"};
        Examples examples = table(new String[] {id}, some, some, flags);
        assertThatThrownBy(() -> rows(format, examples))
            .isInstanceOf(BadFieldException.class)
            .hasMessage("column 'id' has '" + id + "', which is no whole number")
            .extracting(e -> ((BadFieldException) e).advice())
            .isEqualTo("give --types id:double or id:text, or correct the field");
      }
    }
  }

  @Test
  void rowsOfKeysKeepTheirValuesAndMissingLabels() throws IOException {
    RecordFormat format = RecordFormat.of(Keys.ImportFormat.AVRO, ImportColumns.parse(""));
    Examples examples =
        new Examples(
            4,
            new float[] {1, Float.NaN, -1, 0.5f},
            new int[] {0, 2, 3, 3, 4},
            new long[] {3, 1L << 60, 5, 7},
            new float[] {0.1f, 2, 1, -0f});
    assertThat(read(format, rows(format, examples)))
        .containsExactly(
            "{\"label\": 1.0, \"indices\": [3, 1152921504606846976], \"values\": [0.1, 2.0]}",
            "{\"label\": null, \"indices\": [5], \"values\": null}",
            "{\"label\": -1.0, \"indices\": [], \"values\": null}",
            "{\"label\": 0.5, \"indices\": [7], \"values\": [-0.0]}");
  }

  @Test
  void whatAvroRowsDoNotHoldIsRefused() {
    RecordFormat format = RecordFormat.of(Keys.ImportFormat.AVRO, ImportColumns.parse(""));
    SparseRows fields = new SparseRows(new int[] {0, 1}, new long[] {3}, null, new int[] {2});
    Examples examples = new Examples(1, new float[1], null, fields, null, null);
    assertThatThrownBy(() -> rows(format, examples))
        .isInstanceOf(BadFieldException.class)
        .hasMessageContaining("have no fields");
  }
}
