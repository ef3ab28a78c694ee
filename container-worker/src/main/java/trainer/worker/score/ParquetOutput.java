package trainer.worker.score;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import trainer.data.format.parquet.ParquetWriter;
import trainer.worker.output.RowBytes;

/**
 * A Parquet file. Kept columns are optional texts, a class is a whole number, any other output a
 * float of 32 bits.
 *
 * <p>An encoded row holds for each kept column the length of its text and the text, or −1 for NULL;
 * then the bits of each output.
 */
final class ParquetOutput implements OutputFormat {
  private static final int NULL = -1;

  private final OutputColumns columns;

  ParquetOutput(OutputColumns columns) {
    this.columns = columns;
  }

  @Override
  public String suffix() {
    return ".parquet";
  }

  @Override
  public void encode(String[] kept, float[] outputs, RowBytes rows) {
    for (String text : kept) {
      if (text == null) {
        rows.putInt(NULL);
      } else {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        rows.putInt(bytes.length);
        rows.put(bytes);
      }
    }
    for (int i = 0; i < outputs.length; i++) {
      boolean isClass = i == 0 && columns.hasClass();
      rows.putInt(isClass ? (int) outputs[i] : Float.floatToIntBits(outputs[i]));
    }
    rows.endRow();
  }

  private List<ParquetWriter.Column> schema() {
    List<ParquetWriter.Column> schema = new ArrayList<>();
    columns
        .kept()
        .forEach(name -> schema.add(new ParquetWriter.Column(name, ParquetWriter.Kind.TEXT)));
    for (int i = 0; i < columns.outputs().size(); i++) {
      boolean isClass = i == 0 && columns.hasClass();
      schema.add(
          new ParquetWriter.Column(
              columns.outputs().get(i),
              isClass ? ParquetWriter.Kind.INT : ParquetWriter.Kind.FLOAT));
    }
    return schema;
  }

  @Override
  public Writer begin(OutputStream out) throws IOException {
    ParquetWriter file = new ParquetWriter(out, schema());
    return new Writer() {
      @Override
      public void append(RowBytes rows) throws IOException {
        for (int row = 0; row < rows.rows(); row++) {
          put(rows, row, file);
          file.endRow();
        }
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }

  private void put(RowBytes rows, int number, ParquetWriter file) {
    byte[] bytes = rows.bytes();
    ByteBuffer row = ByteBuffer.wrap(bytes).position(rows.start(number));
    int kept = columns.kept().size();
    for (int column = 0; column < kept; column++) {
      int length = row.getInt();
      if (length == NULL) {
        file.putNull(column);
      } else {
        file.putText(column, bytes, row.position(), row.position() + length);
        row.position(row.position() + length);
      }
    }
    for (int i = 0; i < columns.outputs().size(); i++) {
      file.putNumber(kept + i, row.getInt());
    }
  }
}
