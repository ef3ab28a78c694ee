package trainer.model.feature;

/**
 * Parses decimal numbers as the readers of tables do: as {@link Double#parseDouble}, with blanks
 * and tabs around it. {@code NaN}, {@code inf} and {@code infinity} are numbers in any case.
 * Hexadecimal numbers and the suffixes of types are none.
 */
final class NumberText {
  /**
   * Digits up to 2^53 and these powers of ten are exact, so their quotient is the nearest double.
   */
  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

  private static final int MOST_DIGITS = 15;
  private static final int LONGEST = 400;

  private NumberText() {}

  /**
   * The number that a text is.
   *
   * @throws NumberFormatException if it is none
   */
  static double parse(CharSequence text) {
    int from = 0;
    int to = text.length();
    while (from < to && isBlank(text.charAt(from))) {
      from++;
    }
    while (to > from && isBlank(text.charAt(to - 1))) {
      to--;
    }
    int at = from;
    boolean isNegative = at < to && text.charAt(at) == '-';
    if (isNegative || (at < to && text.charAt(at) == '+')) {
      at++;
    }
    long digits = 0;
    int count = 0;
    int decimals = 0;
    int point = 0;
    for (; at < to && count <= MOST_DIGITS; at++) {
      char c = text.charAt(at);
      if (c >= '0' && c <= '9') {
        digits = digits * 10 + (c - '0');
        count++;
        decimals += point;
      } else if (c == '.' && point == 0) {
        point = 1;
      } else {
        break;
      }
    }
    if (at < to || count == 0 || count > MOST_DIGITS) {
      return slow(text.subSequence(from, to).toString());
    }
    double size = digits / POWERS[decimals];
    return isNegative ? -size : size;
  }

  private static double slow(String text) {
    // some letters beyond ASCII equal an i where case is ignored
    if (text.isEmpty() || text.length() > LONGEST || text.chars().anyMatch(c -> c >= 0x80)) {
      throw new NumberFormatException();
    }
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

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
