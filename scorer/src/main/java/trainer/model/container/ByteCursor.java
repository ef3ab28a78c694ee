package trainer.model.container;

import java.nio.charset.StandardCharsets;

/**
 * A position in an array of bytes, with the numbers and texts of Avro's binary encoding. Never
 * reads outside its range. Confined to one thread.
 */
public final class ByteCursor {
  private static final String SHORT = "a value runs past the end of its block";

  private final byte[] bytes;
  private final int end;
  private int position;

  /** A cursor over the bytes {@code from .. end-1}. */
  public ByteCursor(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.position = from;
    this.end = end;
  }

  /** The array of the bytes. */
  public byte[] array() {
    return bytes;
  }

  /** The position in the array. */
  public int position() {
    return position;
  }

  /** The bytes that are left. */
  public int remaining() {
    return end - position;
  }

  /**
   * Moves over some bytes.
   *
   * @return where they begin
   * @throws DamagedBytesException if there are fewer
   */
  public int skip(long count) {
    if (count < 0 || count > end - position) {
      throw new DamagedBytesException(SHORT);
    }
    int start = position;
    position += (int) count;
    return start;
  }

  /** A number of Avro's types int and long: zigzag, 7 bits a byte. */
  public long nextLong() {
    long bits = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      byte b = bytes[skip(1)];
      bits |= (b & 0x7fL) << shift;
      if (b >= 0) {
        break;
      }
    }
    return (bits >>> 1) ^ -(bits & 1);
  }

  /** The bits of a float, lowest byte first. */
  public int nextFloatBits() {
    int at = skip(Float.BYTES);
    return (bytes[at] & 0xff)
        | (bytes[at + 1] & 0xff) << 8
        | (bytes[at + 2] & 0xff) << 16
        | (bytes[at + 3] & 0xff) << 24;
  }

  /** The bits of a double, lowest byte first. */
  public long nextDoubleBits() {
    long low = nextFloatBits() & 0xffffffffL;
    return low | (long) nextFloatBits() << 32;
  }

  /** A text: its length, and its bytes in UTF-8. */
  public String nextText() {
    long length = nextLong();
    int start = skip(length);
    return new String(bytes, start, (int) length, StandardCharsets.UTF_8);
  }

  /**
   * The number of entries of the next piece of an array or map; 0 at its end.
   *
   * @throws DamagedBytesException for more entries than there can be bytes
   */
  public int nextCount() {
    long count = nextLong();
    if (count < 0) {
      count = -count;
      nextLong(); // the bytes of the piece, for readers that pass over it
    }
    if (count < 0 || count > end - position) {
      throw new DamagedBytesException(SHORT);
    }
    return (int) count;
  }
}
