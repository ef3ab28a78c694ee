package trainer.worker.imports;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import trainer.core.input.Examples;
import trainer.core.job.ImportColumns;
import trainer.data.format.parquet.ParquetWriter;
import trainer.worker.output.RowBytes;

/**
 * The rows of a table in Parquet.
 *
 * <p>An encoded row has for each column the length of its value in bytes, or −1 for NULL, and the
 * value: a text, or a number of 64 bits, or a boolean in one byte.
 */
final class ParquetTable implements RecordFormat {
  private static final int NULL = -1;

  private final ImportColumns columns;

  ParquetTable(ImportColumns columns) {
    this.columns = columns;
  }

  @Override
  public String suffix() {
    return ".parquet";
  }

  @Override
  public void encode(Examples examples, int record, RowBytes rows) {
    int place = 0;
    for (ImportColumns.Column column : columns.columns()) {
      String text = examples.kept().columns().get(place++)[record];
      if (text == null) {
        rows.putInt(NULL);
      } else {
        put(column, text, rows);
      }
    }
    rows.endRow();
  }

  private static void put(ImportColumns.Column column, String text, RowBytes rows) {
    switch (column.type()) {
      case LONG -> putLong(FieldValue.whole(column, text), rows);
      case DOUBLE -> putLong(Double.doubleToLongBits(FieldValue.number(column, text)), rows);
      case BOOLEAN -> {
        rows.putInt(1);
        rows.put(FieldValue.flag(column, text) ? 1 : 0);
      }
      case TEXT -> {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        rows.putInt(bytes.length);
        rows.put(bytes);
      }
    }
  }

  private static void putLong(long bits, RowBytes rows) {
    rows.putInt(Long.BYTES);
    rows.putInt((int) (bits >>> Integer.SIZE));
    rows.putInt((int) bits);
  }

  private List<ParquetWriter.Column> schema() {
    return columns.columns().stream()
        .map(
            column ->
                new ParquetWriter.Column(
                    column.name(),
                    switch (column.type()) {
                      case LONG -> ParquetWriter.Kind.LONG;
                      case DOUBLE -> ParquetWriter.Kind.DOUBLE;
                      case BOOLEAN -> ParquetWriter.Kind.BOOLEAN;
                      case TEXT -> ParquetWriter.Kind.TEXT;
                    }))
        .toList();
  }

  @Override
  public Writer begin(OutputStream out) throws IOException {
    ParquetWriter file = new ParquetWriter(out, schema());
    return new Writer() {
      @Override
      public void append(RowBytes rows) throws IOException {
        for (int row = 0; row < rows.rows(); row++) {
          put(rows.bytes(), rows.start(row), file);
          file.endRow();
        }
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }

  private void put(byte[] bytes, int start, ParquetWriter file) {
    ByteBuffer row = ByteBuffer.wrap(bytes).position(start);
    int place = 0;
    for (ImportColumns.Column column : columns.columns()) {
      int length = row.getInt();
      if (length == NULL) {
        file.putNull(place);
      } else {
        int from = row.position();
        switch (column.type()) {
          case LONG, DOUBLE -> file.putLong(place, row.getLong(from));
          case BOOLEAN -> file.putBoolean(place, row.get(from) != 0);
          case TEXT -> file.putText(place, bytes, from, from + length);
        }
        row.position(from + length);
      }
      place++;
    }
  }
}
