package trainer.data.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Eight bytes of text in a long, the first one lowest, with '0' to '9' as 0 to 9. Decimal numbers
 * are parsed in a few operations on all eight, without a branch per digit.
 */
public final class DigitWord {
  /** The number of bytes in a word. */
  public static final int BYTES = Long.BYTES;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ZEROS = 0x3030303030303030L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  /** Carries into the high bit of a byte that is above 9. */
  private static final long ABOVE_NINE = 0x7676767676767676L;

  private static final long PAIRS = 0x000000ff000000ffL;
  private static final long HUNDRED_AND_MILLION = 100 + (1_000_000L << 32);
  private static final long ONE_AND_TEN_THOUSAND = 1 + (10_000L << 32);

  private DigitWord() {}

  /** 1 if {@code c} is a minus, else 0; no branch. */
  public static int isMinus(byte c) {
    return (((c & 0xff) ^ '-') - 1) >>> 31;
  }

  /** The word of the bytes from {@code at} on. */
  public static long of(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at) ^ ZEROS;
  }

  /**
   * The high bit of each byte that is no digit. Exact up to and including the first byte above
   * 0x7f.
   */
  public static long others(long word) {
    return ((word + ABOVE_NINE) | word) & HIGH_BITS;
  }

  /** The number of bytes before the first of the {@link #others}; 8 if there are none. */
  public static int before(long others) {
    return Long.numberOfTrailingZeros(others) >>> 3;
  }

  /** One of the bytes. */
  public static int at(long word, int index) {
    return (int) (word >>> (8 * index)) & 0xff;
  }

  /** The word without one byte; the bytes after it move forward by one place. */
  public static long without(long word, int index) {
    long behind = word >>> (8 * index) >>> 8 << (8 * index);
    return behind | (word & ((1L << (8 * index)) - 1));
  }

  /** The value of the first {@code count} bytes, all digits; 0 for none of them, at most 7. */
  public static long number(long word, int count) {
    return number((word << (56 - 8 * count)) << 8);
  }

  /** The value of eight digits: pairs of digits, then of pairs, by multiplications. */
  public static long number(long word) {
    long pairs = word * 10 + (word >>> 8);
    return ((pairs & PAIRS) * HUNDRED_AND_MILLION + ((pairs >>> 16) & PAIRS) * ONE_AND_TEN_THOUSAND)
        >>> 32;
  }
}
