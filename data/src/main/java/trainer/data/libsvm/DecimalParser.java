package trainer.data.libsvm;

import java.nio.charset.StandardCharsets;

/**
 * Parses decimal numbers from bytes to the nearest float, as {@link Float#parseFloat} does, without
 * making a string in the common case. One thread.
 *
 * <p>Up to 18 digits are gathered in a long. If that is below 2^53 and the power of ten at most 22,
 * both are exact as doubles and one operation rounds correctly (Clinger, "How to read floating
 * point numbers accurately", 1990). Rounding that double again to a float is right unless it lies
 * exactly between two floats; that and everything else goes to the JDK.
 */
final class DecimalParser {
  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };
  private static final int MOST_DIGITS = 18;
  private static final long EXACT = 1L << 53;
  private static final long TAIL_MASK = (1L << 29) - 1;
  private static final long HALFWAY = 1L << 28;

  private int end;

  /** Where the number parsed last ended. */
  int end() {
    return end;
  }

  /**
   * The number that begins at {@code start}. There must be a byte that belongs to no number behind
   * it.
   *
   * @throws NumberFormatException when there is none; {@link #end} is then undefined
   */
  float parse(byte[] bytes, int start) {
    int at = start;
    boolean negative = bytes[at] == '-';
    if (negative || bytes[at] == '+') {
      at++;
    }
    int digitsFrom = at;
    long digits = 0;
    int digit = bytes[at] - '0';
    while (digit >= 0 && digit <= 9) {
      digits = digits * 10 + digit;
      digit = bytes[++at] - '0';
    }
    int count = at - digitsFrom;
    int power = 0;
    if (bytes[at] == '.') {
      int fractionFrom = ++at;
      digit = bytes[at] - '0';
      while (digit >= 0 && digit <= 9) {
        digits = digits * 10 + digit;
        digit = bytes[++at] - '0';
      }
      power = fractionFrom - at;
      count -= power;
    }
    if (count == 0) {
      throw new NumberFormatException();
    }
    if ((bytes[at] | 0x20) == 'e' || count > MOST_DIGITS || digits > EXACT || power < -22) {
      return slow(bytes, start);
    }
    end = at;
    double value = power == 0 ? digits : digits / POWERS[-power];
    return round(negative ? -value : value, bytes, start);
  }

  private float round(double value, byte[] bytes, int start) {
    boolean halfway = (Double.doubleToRawLongBits(value) & TAIL_MASK) == HALFWAY;
    if (halfway || (Math.abs(value) < Float.MIN_NORMAL && value != 0)) {
      return slow(bytes, start);
    }
    return (float) value;
  }

  private float slow(byte[] bytes, int start) {
    int at = start;
    while (numeric(bytes[at])) {
      at++;
    }
    end = at;
    return Float.parseFloat(new String(bytes, start, at - start, StandardCharsets.US_ASCII));
  }

  private static boolean numeric(byte c) {
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || (c | 0x20) == 'e';
  }
}
