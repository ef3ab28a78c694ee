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
 * <p><em>Speed.</em> The ends of fields are found for 64 bytes at once, without a branch per byte:
 * bytes are compared eight at a time (Hacker's Delight, section 6-1), and a bit of one word stands
 * for each (Langdale and Lemire, "Parsing gigabytes of JSON per second", 2019).
 */
final class CsvParser {
  /** The bytes that must follow the parsed range in the buffer; their content does not matter. */
  static final int SPARE = Long.SIZE + 1;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;
  private static final long NEWLINES = ONES * '\n';

  /** Moves the lowest bit of byte i to bit 56 + i of the product. */
  private static final long GATHER = 0x0102040810204080L;

  /** The form of a field that is not in quotes. */
  static final byte PLAIN = 0;

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

  /** A bit for each of the 64 bytes from {@link #marksFrom} on that is a delimiter. */
  private long delimiterMarks;

  private long newlineMarks;
  private long quoteMarks;
  private int marksFrom;
  private int[] starts = new int[64];
  private int[] ends = new int[64];
  private byte[] kinds = new byte[64];
  private boolean isComplete;
  private boolean hasEscaped;
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
    findMarks(from);
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
    hasEscaped = false;
    openQuote = RECORD_ENDS;
    strayText = RECORD_ENDS;
    if (!parseWithoutQuotes()) {
      count = 0;
      int field = at;
      do {
        field = field < to && bytes[field] == quote ? quoted(field) : plain(field, field);
      } while (field != RECORD_ENDS);
    }
  }

  /** Parses a record in which no quote is; false if there is one. */
  private boolean parseWithoutQuotes() {
    int position = at;
    while (true) { // the newline behind the text is found at last
      if (position < marksFrom || position - marksFrom >= Long.SIZE) {
        findMarks(position);
      }
      long behind = -1L << (position - marksFrom);
      long stop = Long.lowestOneBit((newlineMarks | quoteMarks) & behind);
      long left = delimiterMarks & behind & (stop - 1);
      reserve(Long.SIZE + 1);
      while (left != 0) {
        ends[count++] = marksFrom + Long.numberOfTrailingZeros(left);
        left &= left - 1;
      }
      if ((stop & quoteMarks) != 0) {
        return false;
      }
      if (stop != 0) {
        endPlainRecord(marksFrom + Long.numberOfTrailingZeros(stop));
        return true;
      }
      position = marksFrom + Long.SIZE;
    }
  }

  /** Ends a record without quotes, of which the ends of all fields but the last are known. */
  private void endPlainRecord(int newline) {
    starts[0] = start;
    for (int i = 0; i < count; i++) {
      starts[i + 1] = ends[i] + 1;
    }
    ends[count] = endOfLine(starts[count], newline);
    count++;
    Arrays.fill(kinds, 0, count, PLAIN);
    endRecord(newline);
  }

  /** The end of the last field of a line, before its CR if it has one. */
  private int endOfLine(int field, int newline) {
    boolean isAfterReturn = newline < to && newline > field && bytes[newline - 1] == '\r';
    return isAfterReturn ? newline - 1 : newline;
  }

  /** Adds a field that ends with the next delimiter or newline; returns where the next begins. */
  private int plain(int from, int search) {
    int end = nextEnd(search);
    if (bytes[end] == delimiter) {
      add(from, end, PLAIN);
      return end + 1;
    }
    add(from, endOfLine(from, end), PLAIN);
    return endRecord(end);
  }

  /** The place of the first delimiter or newline from {@code position} on. */
  private int nextEnd(int position) {
    if (position < marksFrom || position - marksFrom >= Long.SIZE) {
      findMarks(position);
    }
    long left = (delimiterMarks | newlineMarks) & (-1L << (position - marksFrom));
    while (left == 0) { // the newline behind the text is found at last
      findMarks(marksFrom + Long.SIZE);
      left = delimiterMarks | newlineMarks;
    }
    return marksFrom + Long.numberOfTrailingZeros(left);
  }

  /** Finds the delimiters, newlines and quotes among the 64 bytes from {@code position} on. */
  private void findMarks(int position) {
    long ofDelimiters = 0;
    long ofNewlines = 0;
    long ofQuotes = 0;
    for (int i = Long.BYTES - 1; i >= 0; i--) {
      long word = (long) LONGS.get(bytes, position + i * Long.BYTES);
      ofDelimiters = (ofDelimiters << Long.BYTES) | marks(word ^ delimiters);
      ofNewlines = (ofNewlines << Long.BYTES) | marks(word ^ NEWLINES);
      ofQuotes = (ofQuotes << Long.BYTES) | marks(word ^ quotes);
    }
    marksFrom = position;
    delimiterMarks = ofDelimiters;
    newlineMarks = ofNewlines;
    quoteMarks = ofQuotes;
  }

  /** A bit for each byte that is 0, the first in the lowest bit. */
  private static long marks(long word) {
    return ((zeros(word) >>> 7) * GATHER) >>> 56;
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
      hasEscaped = true;
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
    reserve(1);
    starts[count] = from;
    ends[count] = end;
    kinds[count++] = kind;
  }

  private void reserve(int more) {
    if (more > starts.length - count) {
      int size = Math.max(count + more, 2 * starts.length);
      starts = Arrays.copyOf(starts, size);
      ends = Arrays.copyOf(ends, size);
      kinds = Arrays.copyOf(kinds, size);
    }
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

  /**
   * Copies the places of all fields from {@code at} on. Doubled quotes are made single in the
   * buffer first, as by {@link #end}.
   *
   * @param forms receives for each field whether it is in quotes: any number but {@link #PLAIN}
   */
  void copyFields(int[] toStarts, int[] toEnds, byte[] forms, int at) {
    for (int i = 0; hasEscaped && i < count; i++) {
      end(i);
    }
    System.arraycopy(starts, 0, toStarts, at, count);
    System.arraycopy(ends, 0, toEnds, at, count);
    System.arraycopy(kinds, 0, forms, at, count);
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
