package trainer.data.format.orc;

import java.util.Arrays;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.format.encoding.BadPageException;
import trainer.data.format.encoding.PageBytes;
import trainer.data.format.stream.StreamInput;

/** The bytes of some texts of a column. It grows with the bytes that are read. */
final class TextBuffer {
  /** The most bytes of all of them. */
  private static final int MOST = 1 << 30;

  private final String column;
  private final int mostBytes;
  private byte[] bytes = new byte[PageBytes.SPARE];
  private int end;

  /**
   * An empty buffer.
   *
   * @param column its name, for messages
   * @param mostBytes the most bytes of a text
   */
  TextBuffer(String column, int mostBytes) {
    this.column = column;
    this.mostBytes = mostBytes;
  }

  void clear() {
    end = 0;
  }

  byte[] bytes() {
    return bytes;
  }

  int end() {
    return end;
  }

  /**
   * The sum of lengths that a stream announces, and a sum before them.
   *
   * @throws FailureException RECORD_TOO_LARGE
   */
  long sum(long before, long[] lengths, int count) {
    long sum = before;
    for (int i = 0; i < count; i++) {
      long length = lengths[i];
      if (length < 0) {
        throw new BadPageException("a text has " + length + " bytes");
      }
      if (length > mostBytes) {
        throw tooLarge("a text has " + length + " bytes, where the most is " + mostBytes);
      }
      sum += length;
      if (sum > MOST) {
        throw tooLarge("the texts of a batch or a dictionary have more than " + MOST + " bytes");
      }
    }
    return sum;
  }

  private FailureException tooLarge(String what) {
    return new FailureException(
        FailureKind.RECORD_TOO_LARGE,
        what,
        "column " + column,
        "raise trainer.input.max-record-bytes, or leave the column out of the file");
  }

  /** Appends the next bytes of a stream. */
  void append(StreamInput in, long count) {
    for (long left = count; left > 0; ) {
      int part = (int) Math.min(left, in.atHand());
      reserve(part);
      in.readSome(bytes, end, part);
      end += part;
      left -= part;
    }
  }

  void append(byte[] source) {
    reserve(source.length);
    System.arraycopy(source, 0, bytes, end, source.length);
    end += source.length;
  }

  private void reserve(int more) {
    int needed = end + more + PageBytes.SPARE;
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, (int) Math.min(2L * bytes.length, MOST)));
    }
  }

  /** The end of a text without the blanks before it. */
  int trimmed(int start, int textEnd) {
    int at = textEnd;
    while (at > start && bytes[at - 1] == ' ') {
      at--;
    }
    return at;
  }
}
