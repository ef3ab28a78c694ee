package trainer.worker.output;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/** A format of files with rows. Thread-safe. */
public interface FileFormat {
  /** The end of a file's name, with a dot. */
  String suffix();

  /** Begins a file; closes the stream with it. */
  Writer begin(OutputStream out) throws IOException;

  /** A file of this format. Used by one thread at a time. */
  interface Writer extends Closeable {
    /** Appends rows that were encoded for this format. */
    void append(RowBytes rows) throws IOException;
  }
}
