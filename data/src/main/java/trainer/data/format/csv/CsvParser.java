package trainer.data.format.csv;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Parses CSV text in a buffer, record by record, into the places of its fields. It allocates only
 * to grow, and copies no text: a field is a range of the buffer. Confined to one thread.
 *
 * <p>A record with one empty unquoted field is a blank line, and is passed over.
 *
 * <p><em>Speed.</em> The end of a field is searched eight bytes at a time, without a branch per
 * byte (Hacker's Delight, section 6-1).
 */
final class CsvParser {
  /** The bytes that must follow the parsed range in the buffer; their content does not matter. */
  static final int SPARE = Long.BYTES + 1;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;
  private static final long NEWLINES = ONES * '\n';

  private static final byte PLAIN = 0;
  private static final byte QUOTED = 1;
  private static final byte ESCAPED = 2;

  private static final int RECORD_ENDS = -1;

  private final byte delimiter;
  private final byte quote;
  private final long delimiters;
  private final long quotes;

  private byte[] bytes = new byte[SPARE];
  private int to;
  private int at;
  private int start;
  private int count;
  private int[] starts = new int[64];
  private int[] ends = new int[64];
  private byte[] kinds = new byte[64];
  private boolean isComplete;
  private int openQuote;
  private int strayText;

  CsvParser(CsvDialect dialect) {
    this.delimiter = dialect.delimiter();
    this.quote = dialect.quote();
    this.delimiters = ONES * delimiter;
    this.quotes = ONES * quote;
  }

  /**
   * Begins with the text in {@code buffer[from .. end-1]}, where a record begins. The parser writes
   * a newline behind it.
   */
  void begin(byte[] buffer, int from, int end) {
    if (buffer.length - end < SPARE) {
      throw new IllegalArgumentException("no room behind the text");
    }
    bytes = buffer;
    at = from;
    to = end;
    bytes[to] = '\n';
  }

  /** Parses the next record; false if there is no further one. */
  boolean next() {
    do {
      if (at >= to) {
        return false;
      }
      parse();
    } while (count == 1 && kinds[0] == PLAIN && starts[0] == ends[0] && isComplete);
    return true;
  }

  private void parse() {
    start = at;
    count = 0;
    openQuote = RECORD_ENDS;
    strayText = RECORD_ENDS;
    int field = at;
    do {
      field = field < to && bytes[field] == quote ? quoted(field) : plain(field, field);
    } while (field != RECORD_ENDS);
  }

  /** Adds a field that ends with the next delimiter or newline; returns where the next begins. */
  private int plain(int from, int search) {
    int end = search;
    long found = ends(end); // the newline behind the text is found at last
    while (found == 0) {
      end += Long.BYTES;
      found = ends(end);
    }
    end += Long.numberOfTrailingZeros(found) >>> 3;
    if (bytes[end] == delimiter) {
      add(from, end, PLAIN);
      return end + 1;
    }
    boolean isAfterReturn = end < to && end > from && bytes[end - 1] == '\r';
    add(from, isAfterReturn ? end - 1 : end, PLAIN);
    return endRecord(end);
  }

  /** The high bit of each byte from {@code position} on that is a delimiter or a newline. */
  private long ends(int position) {
    long word = (long) LONGS.get(bytes, position);
    return zeros(word ^ delimiters) | zeros(word ^ NEWLINES);
  }

  /** The high bit of each byte that is 0; exact. */
  private static long zeros(long word) {
    return ~(((word & LOW_BITS) + LOW_BITS) | word | LOW_BITS);
  }

  /** Adds the field whose quote is at {@code from}; returns where the next begins. */
  private int quoted(int from) {
    byte kind = QUOTED;
    int end = nextQuote(from + 1);
    while (end + 1 < to && bytes[end + 1] == quote) {
      kind = ESCAPED;
      end = nextQuote(end + 2);
    }
    if (end >= to) {
      openQuote = from;
      add(from + 1, to, kind);
      at = to;
      isComplete = false;
      return RECORD_ENDS;
    }
    int behind = end + 1;
    if (behind < to && bytes[behind] == delimiter) {
      add(from + 1, end, kind);
      return behind + 1;
    }
    if (behind < to && bytes[behind] == '\r' && bytes[behind + 1] == '\n') {
      behind++;
    }
    if (bytes[behind] == '\n') {
      add(from + 1, end, kind);
      return endRecord(behind);
    }
    strayText = strayText == RECORD_ENDS ? behind : strayText;
    return plain(from, behind);
  }

  /** The place of the first quote from {@code position} on, or the end of the text. */
  private int nextQuote(int position) {
    int found = position;
    while (found < to) {
      long word = (long) LONGS.get(bytes, found);
      long marks = zeros(word ^ quotes);
      if (marks != 0) {
        return Math.min(to, found + (Long.numberOfTrailingZeros(marks) >>> 3));
      }
      found += Long.BYTES;
    }
    return to;
  }

  private void add(int from, int end, byte kind) {
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
      kinds = Arrays.copyOf(kinds, 2 * count);
    }
    starts[count] = from;
    ends[count] = end;
    kinds[count++] = kind;
  }

  private int endRecord(int newline) {
    isComplete = newline < to;
    at = Math.min(newline + 1, to);
    return RECORD_ENDS;
  }

  /** The buffer. */
  byte[] bytes() {
    return bytes;
  }

  /** The number of fields of the record. */
  int fields() {
    return count;
  }

  /** Where a field's text begins in the buffer. */
  int start(int field) {
    return starts[field];
  }

  /**
   * Where a field's text ends in the buffer. Doubled quotes are made single in the buffer first, so
   * the record cannot be parsed again.
   */
  int end(int field) {
    if (kinds[field] == ESCAPED) {
      unescape(field);
    }
    return ends[field];
  }

  /** Whether a field is quoted. An empty field that is not stands for NULL. */
  boolean isQuoted(int field) {
    return kinds[field] != PLAIN;
  }

  /** Where the record begins in the buffer. */
  int start() {
    return start;
  }

  /** Where the next record begins in the buffer, or the end of the text. */
  int position() {
    return at;
  }

  /** Whether a newline ends the record, and not the end of the text. */
  boolean isComplete() {
    return isComplete;
  }

  /** The place of a quote of this record that nothing closes, or −1. */
  int openQuote() {
    return openQuote;
  }

  /** The place of the first text behind a closing quote in this record, or −1. */
  int strayText() {
    return strayText;
  }

  private void unescape(int field) {
    int written = starts[field];
    for (int read = starts[field]; read < ends[field]; read++) {
      byte c = bytes[read];
      bytes[written++] = c;
      read += c == quote ? 1 : 0;
    }
    ends[field] = written;
    kinds[field] = QUOTED;
  }
}
