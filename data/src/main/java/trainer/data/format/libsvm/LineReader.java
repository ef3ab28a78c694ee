package trainer.data.format.libsvm;

import java.util.Arrays;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.PinnedFile;
import trainer.data.format.ByteOrderMark;
import trainer.data.format.DigitWord;

/**
 * Reads the lines that begin in a range of bytes into a buffer. The buffer is kept from range to
 * range, so that bytes it already holds are not read again.
 *
 * <p>A line begins at byte 0 and after every newline but the one that ends the file. The last line
 * in the buffer always ends with a newline, and space for a {@link DigitWord} follows. A parser
 * therefore needs no test for the end.
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

  /** The number of bytes in the buffer that are the file's, from {@link #base} on. */
  private int held;

  LineReader(PinnedFile file, int maxLineBytes) {
    this.file = file;
    this.maxLineBytes = maxLineBytes;
  }

  /**
   * The buffer. The lines are in {@code bytes()[from() .. to()-1]}; the last of these bytes is a
   * newline, or the one after them.
   */
  byte[] bytes() {
    return bytes;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  /** The position in the file of {@code bytes()[index]}. */
  long place(int index) {
    return base + index;
  }

  /** Reads the lines that begin at {@code offset} or later and before {@code offset + length}. */
  void read(long offset, long length) {
    long end = Math.min(offset + length, file.length());
    // The byte before determines whether a line begins at the offset.
    long first = offset == 0 ? 0 : offset - 1;
    if (end - first > MOST) {
      throw tooLong(file, offset, MOST);
    }
    to = (int) Math.max(0, end - first);
    hold(first, (int) Math.min(to + (long) TAIL, Math.max(0, file.length() - first)));
    from = offset == 0 ? 0 : afterNewline(0, to);
    if (from < to) {
      readTail();
      endLastLine();
      skipByteOrderMark();
    }
  }

  /** Reads the lines that end within the first {@code most} bytes of the file. */
  void readHead(int most) {
    int length = (int) Math.min(most, file.length());
    hold(0, length);
    from = 0;
    to = length;
    while (length < file.length() && to > 0 && bytes[to - 1] != '\n') {
      to--;
    }
    if (from < to) {
      endLastLine();
      skipByteOrderMark();
    }
  }

  private void endLastLine() {
    if (bytes[to - 1] != '\n') {
      bytes[to] = '\n';
    }
  }

  /** Skips the mark that Windows programs write before UTF-8. The line still begins at byte 0. */
  private void skipByteOrderMark() {
    if (base + from == 0) {
      from = ByteOrderMark.length(bytes, to);
    }
  }

  /** Loads {@code length} bytes from {@code first} on into the buffer. */
  private void hold(long first, int length) {
    boolean overlaps = first >= base && first < base + held;
    int known = overlaps ? (int) Math.min(length, base + held - first) : 0;
    ensure(length);
    System.arraycopy(bytes, overlaps ? (int) (first - base) : 0, bytes, 0, known);
    base = first;
    held = 0;
    if (known < length) {
      file.read(base + known, bytes, known, length - known);
    }
    held = length;
  }

  private void readTail() {
    int step = TAIL;
    int lineSeen = to;
    while (bytes[to - 1] != '\n' && base + to < file.length()) {
      if (to == held) {
        step = Math.min(step * 2, 1 << 20);
        hold(base, (int) Math.min(to + (long) step, file.length() - base));
      }
      int newline = afterNewline(to, held);
      boolean ended = newline < held || bytes[held - 1] == '\n';
      to = newline;
      if (ended) {
        return;
      }
      if (to - lineSeen > maxLineBytes) {
        throw tooLong(file, place(lineSeen), maxLineBytes);
      }
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

  /** Ensures space for {@code length} bytes, a newline and a {@link DigitWord}. */
  private void ensure(int length) {
    int least = length + 1 + DigitWord.BYTES;
    if (least > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(least, (int) Math.min(MOST, length * 3L / 2)));
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
