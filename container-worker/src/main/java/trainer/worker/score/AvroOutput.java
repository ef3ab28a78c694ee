package trainer.worker.score;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import trainer.avro.container.ContainerWriter;
import trainer.avro.container.RowSchema;
import trainer.core.digest.Sha256;
import trainer.worker.output.AvroBytes;
import trainer.worker.output.RowBytes;

/**
 * An Avro container file of snappy blocks. Kept columns are nullable strings, a class is an int,
 * any other output a float. A column whose name is none in Avro has an underscore for each
 * character that Avro does not allow.
 */
final class AvroOutput implements OutputFormat {
  private static final int SYNC_BYTES = 16;

  private final OutputColumns columns;
  private final RowSchema schema;

  AvroOutput(OutputColumns columns) {
    this.columns = columns;
    this.schema = RowSchema.of(columns.kept(), columns.outputs(), columns.hasClass());
  }

  @Override
  public String suffix() {
    return ".avro";
  }

  @Override
  public void encode(String[] kept, float[] outputs, RowBytes rows) {
    for (String text : kept) {
      AvroBytes.putLong(text == null ? 0 : 1, rows); // null is the first of the union
      if (text != null) {
        AvroBytes.putText(text, rows);
      }
    }
    for (int i = 0; i < outputs.length; i++) {
      if (i == 0 && columns.hasClass()) {
        AvroBytes.putLong((int) outputs[i], rows);
      } else {
        AvroBytes.putFloat(outputs[i], rows);
      }
    }
    rows.endRow();
  }

  @Override
  public Writer begin(OutputStream out) throws IOException {
    List<String> names = columns.names();
    byte[] sync = Sha256.create().digest(names.toString().getBytes(StandardCharsets.UTF_8));
    ContainerWriter file = schema.begin(out, Arrays.copyOf(sync, SYNC_BYTES));
    return new Writer() {
      @Override
      public void append(RowBytes rows) throws IOException {
        for (int row = 0; row < rows.rows(); row++) {
          file.put(rows.bytes(), rows.start(row), rows.end(row));
          file.endRecord();
        }
      }

      @Override
      public void close() throws IOException {
        file.finish();
        file.close();
      }
    };
  }
}
