package trainer.worker.score;

import java.io.IOException;
import java.io.OutputStream;
import trainer.worker.output.RowBytes;

/** No rows: the files are empty, and count for their evaluations. */
final class NoOutput implements OutputFormat {
  @Override
  public String suffix() {
    return "";
  }

  @Override
  public void encode(String[] kept, float[] outputs, RowBytes rows) {
    rows.endRow(); // it is counted, and its digest is taken elsewhere
  }

  @Override
  public Writer begin(OutputStream out) {
    return new Writer() {
      @Override
      public void append(RowBytes rows) {
        // nothing is written
      }

      @Override
      public void close() throws IOException {
        out.close();
      }
    };
  }
}
