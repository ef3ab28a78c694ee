package trainer.data.format.table;

import java.nio.charset.StandardCharsets;
import trainer.data.format.DigitWord;

/**
 * Parses decimal numbers from bytes to the nearest double, as {@link Double#parseDouble} does,
 * without a string in the common case.
 *
 * <p>Digits up to 2^53 and powers of ten up to 22 are exact as doubles, so their quotient is the
 * nearest double (Clinger, "How to read floating point numbers accurately", 1990). All other forms
 * are left to the JDK, but for its hexadecimal numbers and type suffixes, which are rejected.
 */
public final class DoubleParser {
  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18
  };
  private static final int MOST_DIGITS = 18;
  private static final long MOST_EXACT = 1L << 53;
  private static final int LONGEST = 400;
  private static final int POINT = '.' ^ '0';

  private DoubleParser() {}

  /**
   * The number that the bytes are, with blanks around it. {@code NaN} in any case is one; {@code
   * inf} and {@code infinity} are, with or without a sign.
   *
   * @throws NumberFormatException if the bytes are no number
   */
  public static double parse(byte[] bytes, int start, int end) {
    if (start < end && start <= bytes.length - 1 - DigitWord.BYTES) {
      // no branches on sign and digits, which are unpredictable
      int minus = DigitWord.isMinus(bytes[start]);
      int length = end - start - minus;
      if (length > 0 && length < DigitWord.BYTES) {
        long word = DigitWord.of(bytes, start + minus);
        long others = DigitWord.others(word) & ((1L << (length * Byte.SIZE)) - 1);
        int count = length;
        int decimals = 0;
        int point = DigitWord.before(others);
        if (others != 0 && DigitWord.at(word, point) == POINT) {
          word = DigitWord.without(word, point);
          others &= others - 1;
          decimals = length - point - 1;
          count--;
        }
        if (others == 0 && count > 0) {
          double size = DigitWord.number(word, count) / POWERS[decimals];
          return minus == 0 ? size : -size;
        }
      }
    }
    return byDigit(bytes, start, end);
  }

  private static double byDigit(byte[] bytes, int start, int end) {
    int from = start;
    int to = end;
    while (from < to && isBlank(bytes[from])) {
      from++;
    }
    while (to > from && isBlank(bytes[to - 1])) {
      to--;
    }
    int at = from;
    boolean isNegative = at < to && bytes[at] == '-';
    if (isNegative || (at < to && bytes[at] == '+')) {
      at++;
    }
    long digits = 0;
    int first = at;
    while (at < to && isDigit(bytes[at])) {
      digits = digits * 10 + bytes[at++] - '0';
    }
    int count = at - first;
    int decimals = 0;
    if (at < to && bytes[at] == '.') {
      int point = at++;
      while (at < to && isDigit(bytes[at])) {
        digits = digits * 10 + bytes[at++] - '0';
      }
      decimals = at - point - 1;
      count += decimals;
    }
    boolean isExact = at == to && count > 0 && count <= MOST_DIGITS;
    if (!isExact || digits > MOST_EXACT) {
      return slow(bytes, from, to);
    }
    double size = digits / POWERS[decimals];
    return isNegative ? -size : size;
  }

  private static double slow(byte[] bytes, int from, int to) {
    if (from == to || to - from > LONGEST) {
      throw new NumberFormatException();
    }
    String text = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    String unsigned = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
    if (unsigned.equalsIgnoreCase("nan")) {
      return Double.NaN;
    }
    if (unsigned.equalsIgnoreCase("inf") || unsigned.equalsIgnoreCase("infinity")) {
      return text.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    for (int i = 0; i < unsigned.length(); i++) {
      if ("0123456789.eE+-".indexOf(unsigned.charAt(i)) < 0) {
        throw new NumberFormatException();
      }
    }
    return Double.parseDouble(text);
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isBlank(byte c) {
    return c == ' ' || c == '\t';
  }
}
