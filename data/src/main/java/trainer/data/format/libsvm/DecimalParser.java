package trainer.data.format.libsvm;

import java.nio.charset.StandardCharsets;
import trainer.data.format.DigitWord;

/**
 * Parses decimal numbers from bytes to the nearest float, as {@link Float#parseFloat} does, without
 * allocating a string in the common case. Confined to one thread.
 *
 * <p>Up to 18 digits are gathered in a long. Powers of ten up to that are exact as doubles. The
 * digits as a double, divided by such a power, are thus within two units in the last place of a
 * double (Clinger, "How to read floating point numbers accurately", 1990). Rounding that again to a
 * float is right unless it is too close to the middle of two floats. Such numbers and all other
 * forms are left to the JDK.
 */
final class DecimalParser {
  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18
  };
  private static final int MOST_DIGITS = 18;
  private static final long TAIL_MASK = (1L << 29) - 1;
  private static final long HALFWAY = 1L << 28;
  private static final long UNSURE = 2;
  private static final int POINT = '.' ^ '0';

  private int end;

  /** The end of the number parsed last. */
  int end() {
    return end;
  }

  /**
   * Parses the number that begins at {@code start}. A byte that belongs to no number must follow
   * it.
   *
   * @throws NumberFormatException if there is no number; {@link #end} is then undefined
   */
  float parse(byte[] bytes, int start) {
    if (start + DigitWord.BYTES < bytes.length) {
      // No branches on sign and length, which are unpredictable.
      int minus = DigitWord.isMinus(bytes[start]);
      int at = start + minus;
      long word = DigitWord.of(bytes, at);
      long others = DigitWord.others(word);
      int length = DigitWord.before(others);
      int count = length;
      int power = 0;
      if (length < DigitWord.BYTES && DigitWord.at(word, length) == POINT) {
        word = DigitWord.without(word, length);
        length = DigitWord.before(others & (others - 1));
        power = length - count - 1;
        count = length - 1;
      }
      if (count > 0 && length < DigitWord.BYTES && (bytes[at + length] | 0x20) != 'e') {
        end = at + length;
        return round(DigitWord.number(word, count) / POWERS[power], minus, bytes, start);
      }
    }
    return parseByDigit(bytes, start);
  }

  private float parseByDigit(byte[] bytes, int start) {
    int at = start;
    int minus = DigitWord.isMinus(bytes[at]);
    if (minus > 0 || bytes[at] == '+') {
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
      power = at - fractionFrom;
      count += power;
    }
    if (count == 0) {
      throw new NumberFormatException();
    }
    if ((bytes[at] | 0x20) == 'e' || count > MOST_DIGITS) {
      return slow(bytes, start);
    }
    end = at;
    return round(digits / POWERS[power], minus, bytes, start);
  }

  /** The float nearest to {@code size}, negated if {@code minus} is 1. */
  private float round(double size, int minus, byte[] bytes, int start) {
    long bits = Double.doubleToRawLongBits(size);
    long fromMiddle = (bits & TAIL_MASK) - HALFWAY;
    if (Math.abs(fromMiddle) <= UNSURE || (size < Float.MIN_NORMAL && bits != 0)) {
      return slow(bytes, start);
    }
    return (float) Double.longBitsToDouble(bits | ((long) minus << 63));
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
