package trainer.client.logs;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A position in one growing file. A line is returned once it is complete, or once the file is. */
final class LogTail {
  /** Longer lines are returned in pieces. */
  static final int LONGEST_LINE = 1 << 16;

  /** The receiver of lines, numbered from 1. */
  interface Lines {
    void line(long number, String text);
  }

  private final FileSystem files;
  private final Path path;
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
  private long position;
  private long number;

  LogTail(FileSystem files, Path path) {
    this.files = files;
    this.path = path;
  }

  /**
   * Reads on from the position.
   *
   * @param last whether the file is complete
   */
  void advance(boolean last, Lines lines) throws IOException {
    // Opened again each time, since an open stream does not see a file grow.
    try (FSDataInputStream in = files.open(path)) {
      in.seek(position);
      byte[] buffer = new byte[1 << 16];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        position += n;
        split(buffer, n, lines);
      }
    } catch (EOFException | FileNotFoundException e) {
      return; // the file is being rewritten after a failed copy
    }
    if (last && begun.size() > 0) {
      emit(lines);
    }
  }

  private void split(byte[] bytes, int length, Lines lines) {
    int from = 0;
    for (int i = 0; i < length; i++) {
      if (bytes[i] == '\n') {
        begun.write(bytes, from, i - from);
        emit(lines);
        from = i + 1;
      } else if (begun.size() + i - from >= LONGEST_LINE) {
        begun.write(bytes, from, i - from);
        emit(lines);
        from = i;
      }
    }
    begun.write(bytes, from, length - from);
  }

  private void emit(Lines lines) {
    String text = begun.toString(StandardCharsets.UTF_8);
    begun.reset();
    number++;
    lines.line(number, text);
  }
}
