package trainer.worker.score;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.io.IOException;
import java.io.OutputStream;
import trainer.worker.output.RowBytes;

/**
 * CSV with a header, as RFC 4180 has it, but for lines that end with LF. NULL is an empty field, an
 * empty text a pair of quotes. Numbers are the shortest decimals that give the same 32-bit float.
 */
final class CsvOutput implements OutputFormat {
  private final OutputColumns columns;

  CsvOutput(OutputColumns columns) {
    this.columns = columns;
  }

  @Override
  public String suffix() {
    return ".csv";
  }

  @Override
  public void encode(String[] kept, float[] outputs, RowBytes rows) {
    for (int i = 0; i < kept.length; i++) {
      separate(i, rows);
      if (kept[i] != null) {
        text(kept[i], rows);
      }
    }
    for (int i = 0; i < outputs.length; i++) {
      separate(kept.length + i, rows);
      boolean isClass = i == 0 && columns.hasClass();
      // not Float.toString: before JDK 19 it is not always the shortest
      rows.putAscii(
          isClass ? Integer.toString((int) outputs[i]) : NumberOutput.toString(outputs[i], true));
    }
    rows.put('\n');
    rows.endRow();
  }

  private static void separate(int field, RowBytes rows) {
    if (field > 0) {
      rows.put(',');
    }
  }

  private static void text(String text, RowBytes rows) {
    if (!needsQuotes(text)) {
      rows.putText(text);
      return;
    }
    rows.put('"');
    rows.putText(text.replace("\"", "\"\""));
    rows.put('"');
  }

  private static boolean needsQuotes(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ',' || c == '"' || c == '\n' || c == '\r') {
        return true;
      }
    }
    // blanks around a field are cut off by some readers
    return text.isEmpty() || text.charAt(0) <= ' ' || text.charAt(text.length() - 1) <= ' ';
  }

  @Override
  public Writer begin(OutputStream out) throws IOException {
    RowBytes header = new RowBytes();
    for (int i = 0; i < columns.names().size(); i++) {
      separate(i, header);
      text(columns.names().get(i), header);
    }
    header.put('\n');
    out.write(header.bytes(), 0, header.length());
    return new Writer() {
      @Override
      public void append(RowBytes rows) throws IOException {
        out.write(rows.bytes(), 0, rows.length());
      }

      @Override
      public void close() throws IOException {
        out.close();
      }
    };
  }
}
