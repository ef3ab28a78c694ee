package trainer.worker.score;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import trainer.core.config.Keys;

/** A format of a scoring job's output. Thread-safe. */
public interface OutputFormat {
  /** The end of a file's name, with a dot. */
  String suffix();

  /**
   * Encodes a row.
   *
   * @param kept the texts of the kept columns; null stands for NULL
   * @param outputs of the model
   */
  void encode(String[] kept, float[] outputs, RowBytes rows);

  /** Begins a file; closes the stream with it. */
  Writer begin(OutputStream out) throws IOException;

  /** A file of this format. Used by one thread at a time. */
  interface Writer extends Closeable {
    /** Appends rows that {@link #encode} made. */
    void append(RowBytes rows) throws IOException;
  }

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
