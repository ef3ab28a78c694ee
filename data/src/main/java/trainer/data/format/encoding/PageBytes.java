package trainer.data.format.encoding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A range of the bytes of a page. The array has {@link #SPARE} bytes behind any range, so that
 * decoders may load whole words.
 */
public final class PageBytes {
  /** The bytes of an array behind any range. */
  public static final int SPARE = Long.BYTES;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  final byte[] array;
  final int end;
  int at;

  public PageBytes(byte[] array, int from, int end) {
    this.array = array;
    this.at = from;
    this.end = end;
  }

  /** The four bytes from {@code at} on, the lowest first. */
  public static int intAt(byte[] array, int at) {
    return (int) INT.get(array, at);
  }

  /** The number of bytes that are left. */
  public int left() {
    return end - at;
  }

  static long longAt(byte[] array, int at) {
    return (long) LONG.get(array, at);
  }

  /**
   * Passes over some bytes.
   *
   * @return the place of the first of them
   */
  int take(long count) {
    if (count < 0 || count > end - at) {
      throw new BadPageException(count + " bytes are wanted, " + (end - at) + " are left");
    }
    int from = at;
    at += (int) count;
    return from;
  }

  /** A number of four bytes, the lowest first. */
  public int takeInt() {
    return intAt(array, take(Integer.BYTES));
  }

  /** The next bytes as a range of their own. */
  public PageBytes split(long count) {
    int from = take(count);
    return new PageBytes(array, from, at);
  }

  /** A number in 7 bits a byte, the lowest first (LEB128). */
  long takeVarint() {
    long number = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte b = array[take(1)];
      number |= (long) (b & 0x7F) << shift;
      if (b >= 0) {
        return number;
      }
    }
    throw new BadPageException("a number of more than 64 bits");
  }

  /** A varint that must be in a range. */
  int takeVarint(int least, int most) {
    long number = takeVarint();
    if (number < least || number > most) {
      throw new BadPageException("a number is " + number + ", not in " + least + " to " + most);
    }
    return (int) number;
  }

  /** A signed number; the lowest bit of its varint is the sign. */
  long takeZigzag() {
    long number = takeVarint();
    return (number >>> 1) ^ -(number & 1);
  }

  /** The {@code width} bits that begin at a bit, 0 to 64 of them; the lowest bits are first. */
  static long bits(byte[] array, long bit, int width) {
    if (width == 0) {
      return 0;
    }
    int place = (int) (bit >>> 3);
    int shift = (int) (bit & 7);
    long word = longAt(array, place) >>> shift;
    if (shift + width > Long.SIZE) {
      word |= (long) array[place + Long.BYTES] << (Long.SIZE - shift);
    }
    return word & (-1L >>> (Long.SIZE - width));
  }
}
