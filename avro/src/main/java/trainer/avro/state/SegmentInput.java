package trainer.avro.state;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * Reads the header and the blocks of a segment, and distinguishes a torn tail from damage. Not
 * thread-safe.
 *
 * <p>Writers only append. A crash therefore leaves a file that ends early: inside the header, or
 * inside a block before the marker that ends it. Such a tail is <em>torn</em>; it was never
 * acknowledged as durable. Anything else that cannot be read is <em>damage</em> and refused:
 *
 * <ul>
 *   <li>a length that no writer writes
 *   <li>a block that is complete but lacks its marker
 *   <li>a file that ends inside a block although a marker follows there: the block was once whole
 * </ul>
 *
 * <p>A single changed byte of whole pieces is always damage. Two cases look like a torn tail: a
 * change inside a tail that is torn as well, and a file truncated by another program.
 */
final class SegmentInput implements Closeable {
  private static final byte[] MAGIC = {'O', 'b', 'j', 1};
  private static final int MAX_HEADER = 1 << 20;
  private static final int MAX_BLOCK = 1 << 30;
  private static final int FIRST_WINDOW = 1 << 16;

  private final InputStream in;
  private final String where;
  private final Map<String, String> metadata = new HashMap<>();
  private byte[] window = new byte[FIRST_WINDOW];
  private int begin; // of the block, in the window
  private int at; // where reading goes on
  private int end; // of the bytes read into the window
  private long offset; // of the block, in the file
  private byte[] marker;
  private long count;
  private int dataEnd;
  private boolean torn;

  SegmentInput(InputStream in, String where) throws IOException {
    this.in = in;
    this.where = where;
    try {
      readHeader();
    } catch (EndOfBytes e) {
      if (SegmentMarker.isAnyIn(window, begin, end)) {
        throw damaged(0, "the header was written whole and ends nowhere", "", "");
      }
      torn = true;
    }
  }

  /** Whether the segment ends inside its header or a block; valid once that was read. */
  boolean isTorn() {
    return torn;
  }

  /** A number of the header. */
  long number(String key) {
    String text = metadata.getOrDefault(key, "");
    if (!text.matches("\\d{1,18}")) {
      throw damaged(0, "the header's " + key + " is no number", "", text);
    }
    return Long.parseLong(text);
  }

  /** A text of the header, null when it is absent. */
  String text(String key) {
    return metadata.get(key);
  }

  /** Goes to the next block; false at the end of the whole blocks. */
  boolean nextBlock() throws IOException {
    if (torn) {
      return false;
    }
    offset += at - begin;
    begin = at;
    if (!has(1)) {
      return false;
    }
    try {
      count = readLong();
      long size = readLong();
      if (count < 1 || size < 1 || size > MAX_BLOCK) {
        throw damaged(offset, "a block of " + count + " entries in " + size + " bytes", "", "");
      }
      int from = at;
      need((int) size + SegmentMarker.LENGTH);
      from += at - from; // the window may have moved
      dataEnd = from + (int) size;
      byte[] found = Arrays.copyOfRange(window, dataEnd, dataEnd + SegmentMarker.LENGTH);
      if (!Arrays.equals(found, marker)) {
        throw damaged(offset, "a block does not end with its marker", hex(marker), hex(found));
      }
      return true;
    } catch (EndOfBytes e) {
      if (SegmentMarker.isIn(marker, window, begin, end)) {
        throw damaged(offset, "a block was written whole and ends nowhere", "", "");
      }
      torn = true;
      return false;
    }
  }

  /** The number of entries that the block claims. */
  long count() {
    return count;
  }

  /** The bytes that hold the block's data from {@link #dataBegin} to {@link #dataEnd}. */
  byte[] bytes() {
    return window;
  }

  int dataBegin() {
    return at;
  }

  int dataEnd() {
    return dataEnd;
  }

  /** Ends the reading of the block, and goes on behind it. */
  void endBlock() {
    at = dataEnd + SegmentMarker.LENGTH;
  }

  /** The position in the file of a byte of the window. */
  long offsetOf(int position) {
    return offset + position - begin;
  }

  FailureException damaged(long offset, String what, String expected, String found) {
    String checked = found.isEmpty() && expected.isEmpty() ? "" : sums(expected, found);
    return new FailureException(
        FailureKind.JOURNAL_DAMAGED,
        what + checked,
        where + " at byte " + offset,
        "the file was changed after it was written; restore it or submit the job again");
  }

  private static String sums(String expected, String found) {
    return " (expected " + (expected.isEmpty() ? "another" : expected) + ", found " + found + ")";
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private void readHeader() throws IOException {
    need(1);
    for (byte wanted : MAGIC) {
      need(1);
      if (window[at++] != wanted) {
        throw damaged(0, "not an Avro container file", "", "");
      }
    }
    for (long pairs = readLong(); pairs != 0; pairs = readLong()) {
      if (pairs < 0 || pairs > MAX_HEADER) {
        throw damaged(0, "the header has " + pairs + " entries", "", "");
      }
      for (long pair = 0; pair < pairs; pair++) {
        String key = readText();
        metadata.put(key, readText());
      }
    }
    need(SegmentMarker.LENGTH);
    marker = SegmentMarker.after(window, begin, at - begin);
    byte[] found = Arrays.copyOfRange(window, at, at + SegmentMarker.LENGTH);
    if (!Arrays.equals(found, marker)) {
      throw damaged(0, "the header does not match its checksum", hex(marker), hex(found));
    }
    at += SegmentMarker.LENGTH;
  }

  private String readText() throws IOException {
    long size = readLong();
    if (size < 0 || size > MAX_HEADER) {
      throw damaged(0, "the header has an entry of " + size + " bytes", "", "");
    }
    need((int) size);
    String text = new String(window, at, (int) size, StandardCharsets.UTF_8);
    at += (int) size;
    return text;
  }

  private long readLong() throws IOException {
    long bits = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      need(1);
      byte b = window[at++];
      bits |= (b & 0x7fL) << shift;
      if (b >= 0) {
        return (bits >>> 1) ^ -(bits & 1);
      }
    }
    throw damaged(offset, "a length of more than ten bytes", "", "");
  }

  private void need(int bytes) throws IOException {
    if (!has(bytes)) {
      throw EndOfBytes.HERE;
    }
  }

  /** Whether {@code bytes} more bytes follow; the window grows only with the bytes read. */
  private boolean has(int bytes) throws IOException {
    while (end - at < bytes) {
      if (end == window.length) {
        makeRoom();
      }
      int read = in.read(window, end, window.length - end);
      if (read < 0) {
        return false;
      }
      end += read;
    }
    return true;
  }

  private void makeRoom() {
    byte[] room = begin > 0 ? window : new byte[Math.multiplyExact(window.length, 2)];
    System.arraycopy(window, begin, room, 0, end - begin);
    window = room;
    at -= begin;
    end -= begin;
    begin = 0;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  /** The end of the file. Java's own EOFException may also be a failure of reading. */
  private static final class EndOfBytes extends RuntimeException {
    static final EndOfBytes HERE = new EndOfBytes();

    EndOfBytes() {
      super(null, null, false, false);
    }
  }
}
