package trainer.worker.imports;

import trainer.core.config.Keys;
import trainer.core.feature.BadFieldException;
import trainer.core.input.Examples;
import trainer.core.job.ImportColumns;
import trainer.worker.output.FileFormat;
import trainer.worker.output.RowBytes;

/** A format into which an import rewrites records. Thread-safe. */
public interface RecordFormat extends FileFormat {
  /**
   * Encodes a record as it is.
   *
   * @throws BadFieldException if it does not fit the format; the rows have a part of it then
   */
  void encode(Examples examples, int record, RowBytes rows);

  /**
   * The format of a job.
   *
   * @param columns none for rows of keys and values
   */
  static RecordFormat of(Keys.ImportFormat format, ImportColumns columns) {
    if (columns.columns().isEmpty()) {
      return new KeyedRecords();
    }
    return switch (format) {
      case AVRO -> new AvroTable(columns);
      case PARQUET -> new ParquetTable(columns);
    };
  }
}
