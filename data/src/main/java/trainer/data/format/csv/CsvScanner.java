package trainer.data.format.csv;

import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.PinnedFile;
import trainer.data.format.ByteOrderMark;

/**
 * Reads the records of a CSV file in order, chunk by chunk. Memory is bounded by the longest
 * record. Confined to one thread.
 */
final class CsvScanner {
  private static final int CHUNK = 1 << 20;

  private final PinnedFile file;
  private final int maxRecordBytes;
  private final CsvParser parser;
  private byte[] buffer;

  /** The place in the file of the buffer's first byte, and the number of the file's bytes in it. */
  private long base;

  private int held;

  /**
   * A scanner that stands at the beginning of a record.
   *
   * @param from the byte at which the record begins; at 0 a byte order mark is passed over
   */
  CsvScanner(PinnedFile file, CsvDialect dialect, int maxRecordBytes, long from) {
    this.file = file;
    this.maxRecordBytes = maxRecordBytes;
    this.parser = new CsvParser(dialect);
    this.base = from;
    this.buffer = new byte[(int) Math.min(CHUNK, file.length() - from) + CsvParser.SPARE];
    fill();
    parser.begin(buffer, from == 0 ? ByteOrderMark.length(buffer, held) : 0, held);
  }

  /**
   * Reads the next record; false after the last one.
   *
   * @throws FailureException INPUT_CORRUPT for a quote that nothing closes; RECORD_TOO_LARGE
   */
  boolean next() {
    while (parser.next()) {
      if (parser.isComplete() || isAtEnd()) {
        requireClosed();
        requireShort(parser.start(), parser.position());
        return true;
      }
      readOn(parser.start());
    }
    if (isAtEnd()) {
      return false;
    }
    readOn(held);
    return next();
  }

  /** The present record. */
  CsvParser record() {
    return parser;
  }

  byte[] buffer() {
    return buffer;
  }

  /** The place in the file of a place in the buffer. */
  long place(int index) {
    return base + index;
  }

  private boolean isAtEnd() {
    return base + held == file.length();
  }

  private void requireClosed() {
    if (parser.openQuote() >= 0) {
      throw new FailureException(
          FailureKind.INPUT_CORRUPT,
          "a quote that nothing closes up to the end of the file",
          file.file().path() + " at byte " + place(parser.openQuote()),
          "close the quote, or double it if it is text within a quoted field");
    }
  }

  private void requireShort(int from, int end) {
    if (end - from > maxRecordBytes) {
      throw new FailureException(
          FailureKind.RECORD_TOO_LARGE,
          "a record of more than " + maxRecordBytes + " bytes",
          file.file().path() + " at byte " + place(from),
          "look for a quote that is not closed there, or raise trainer.input.max-record-bytes");
    }
  }

  /** Keeps the bytes from {@code from} on and reads further ones behind them. */
  private void readOn(int from) {
    int kept = held - from;
    requireShort(from, held);
    byte[] next = buffer;
    if (2L * kept > buffer.length) {
      next = new byte[(int) Math.min(Integer.MAX_VALUE - CHUNK, 2L * buffer.length)];
    }
    System.arraycopy(buffer, from, next, 0, kept);
    buffer = next;
    base += from;
    held = kept;
    fill();
    parser.begin(buffer, 0, held);
  }

  private void fill() {
    int room = buffer.length - CsvParser.SPARE - held;
    int more = (int) Math.min(room, file.length() - base - held);
    file.read(base + held, buffer, held, more);
    held += more;
  }
}
