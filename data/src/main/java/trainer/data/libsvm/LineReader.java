package trainer.data.libsvm;

import java.util.Arrays;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.PinnedFile;

/**
 * Reads the lines that begin in a range of bytes into a buffer that is kept from range to range.
 *
 * <p>A line begins at byte 0 and after every newline but the one that ends the file. What follows
 * the lines in the buffer is one newline more, so that a parser needs no test for the end.
 */
final class LineReader {
  /** The longest range. */
  static final int MOST = Integer.MAX_VALUE - (1 << 21);

  private static final int TAIL = 4096;

  private final PinnedFile file;
  private final int maxLineBytes;
  private byte[] bytes = new byte[1 << 16];
  private int from;
  private int to;
  private long base;

  LineReader(PinnedFile file, int maxLineBytes) {
    this.file = file;
    this.maxLineBytes = maxLineBytes;
  }

  /** The lines lie in {@code bytes()[from() .. to()-1]}; {@code bytes()[to()]} is a newline. */
  byte[] bytes() {
    return bytes;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  /** The place in the file of {@code bytes()[index]}. */
  long place(int index) {
    return base + index;
  }

  /** Reads the lines that begin at {@code offset} or later and before {@code offset + length}. */
  void read(long offset, long length) {
    long end = Math.min(offset + length, file.length());
    // The byte before says whether a line begins at the offset.
    base = offset == 0 ? 0 : offset - 1;
    if (end - base > MOST) {
      throw tooLong(file, offset, MOST);
    }
    to = (int) Math.max(0, end - base);
    ensure(to);
    file.read(base, bytes, 0, to);
    from = offset == 0 ? 0 : afterNewline(0, to);
    if (from < to) {
      readTail();
    }
    ensure(to);
    bytes[to] = '\n';
  }

  private void readTail() {
    int step = TAIL;
    int lineSeen = to;
    while (bytes[to - 1] != '\n' && base + to < file.length()) {
      int more = (int) Math.min(step, file.length() - base - to);
      ensure(to + more);
      file.read(base + to, bytes, to, more);
      int newline = afterNewline(to, to + more);
      boolean ended = newline < to + more || bytes[to + more - 1] == '\n';
      to = newline;
      if (ended) {
        return;
      }
      if (to - lineSeen > maxLineBytes) {
        throw tooLong(file, place(lineSeen), maxLineBytes);
      }
      step = Math.min(step * 2, 1 << 20);
    }
  }

  /** The index after the first newline in the given range, or its end. */
  private int afterNewline(int start, int end) {
    for (int i = start; i < end; i++) {
      if (bytes[i] == '\n') {
        return i + 1;
      }
    }
    return end;
  }

  private void ensure(int length) {
    if (length >= bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + 1, (int) Math.min(MOST, length * 3L / 2)));
    }
  }

  static FailureException tooLong(PinnedFile file, long at, int most) {
    return new FailureException(
        FailureKind.RECORD_TOO_LARGE,
        "a line of more than " + most + " bytes",
        file.file().path() + " at byte " + at,
        "raise trainer.input.max-record-bytes if it is a record");
  }
}
