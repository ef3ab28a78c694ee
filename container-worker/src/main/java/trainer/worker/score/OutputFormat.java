package trainer.worker.score;

import trainer.core.config.Keys;
import trainer.worker.output.FileFormat;
import trainer.worker.output.RowBytes;

/** A format of a scoring job's output. Thread-safe. */
public interface OutputFormat extends FileFormat {
  /**
   * Encodes a row.
   *
   * @param kept the texts of the kept columns; null stands for NULL
   * @param outputs of the model
   */
  void encode(String[] kept, float[] outputs, RowBytes rows);

  /** The format of a job. */
  static OutputFormat of(Keys.ScoreFormat format, OutputColumns columns) {
    return switch (format) {
      case CSV -> new CsvOutput(columns);
      case AVRO -> new AvroOutput(columns);
      case PARQUET -> new ParquetOutput(columns);
      case NONE -> new NoOutput();
    };
  }
}
