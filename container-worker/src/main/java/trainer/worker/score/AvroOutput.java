package trainer.worker.score;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import trainer.avro.container.ContainerWriter;
import trainer.avro.container.RowSchema;
import trainer.core.digest.Sha256;

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
      if (text == null) {
        varint(0, rows);
      } else {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        varint(1, rows);
        varint(bytes.length, rows);
        rows.put(bytes);
      }
    }
    for (int i = 0; i < outputs.length; i++) {
      if (i == 0 && columns.hasClass()) {
        varint((int) outputs[i], rows);
      } else {
        rows.putInt(Integer.reverseBytes(Float.floatToIntBits(outputs[i])));
      }
    }
    rows.endRow();
  }

  /** Puts a number as a zigzag varint. */
  private static void varint(int value, RowBytes rows) {
    int bits = (value << 1) ^ (value >> 31);
    while ((bits & ~0x7f) != 0) {
      rows.put((bits & 0x7f) | 0x80);
      bits >>>= 7;
    }
    rows.put(bits);
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
