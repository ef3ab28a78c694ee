package trainer.worker.imports;

import java.io.IOException;
import java.io.OutputStream;
import trainer.avro.container.RowSchema;
import trainer.core.input.Examples;
import trainer.core.job.ImportColumns;
import trainer.worker.output.AvroBytes;
import trainer.worker.output.AvroFile;
import trainer.worker.output.RowBytes;

/**
 * The rows of a table in Avro. A column whose name is none in Avro has an underscore for each
 * character that Avro does not allow.
 */
final class AvroTable implements RecordFormat {
  private final ImportColumns columns;
  private final RowSchema schema;

  AvroTable(ImportColumns columns) {
    this.columns = columns;
    this.schema = RowSchema.ofTable(columns);
  }

  @Override
  public String suffix() {
    return ".avro";
  }

  @Override
  public void encode(Examples examples, int record, RowBytes rows) {
    int place = 0;
    for (ImportColumns.Column column : columns.columns()) {
      String text = examples.kept().columns().get(place++)[record];
      AvroBytes.putLong(text == null ? 0 : 1, rows); // null is the first of the union
      if (text != null) {
        put(column, text, rows);
      }
    }
    rows.endRow();
  }

  private static void put(ImportColumns.Column column, String text, RowBytes rows) {
    switch (column.type()) {
      case LONG -> AvroBytes.putLong(FieldValue.whole(column, text), rows);
      case DOUBLE -> AvroBytes.putDouble(FieldValue.number(column, text), rows);
      case BOOLEAN -> rows.put(FieldValue.flag(column, text) ? 1 : 0);
      case TEXT -> AvroBytes.putText(text, rows);
    }
  }

  @Override
  public Writer begin(OutputStream out) throws IOException {
    return new AvroFile(out, schema);
  }
}
