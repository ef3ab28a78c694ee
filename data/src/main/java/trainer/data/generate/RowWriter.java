package trainer.data.generate;

import java.io.Closeable;
import java.io.IOException;

/** Writes rows to one file. */
interface RowWriter extends Closeable {
  void write(Row row) throws IOException;
}
