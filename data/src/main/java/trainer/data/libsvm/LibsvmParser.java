package trainer.data.libsvm;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import trainer.core.input.LabelRule;
import trainer.data.block.ExamplesBuffer;

/**
 * Parses libsvm lines straight from bytes into primitive arrays. One thread.
 *
 * <p>The bytes must end with a newline at or after the end of what is parsed, which is what lets
 * the inner loops go without a test for the end.
 */
final class LibsvmParser {
  /** Indices of at most this many digits cannot overflow. */
  private static final int SAFE_DIGITS = 18;

  private final LabelRule labels;
  private final DecimalParser decimals = new DecimalParser();
  private byte[] bytes = new byte[0];
  private int line;

  LibsvmParser(LabelRule labels) {
    this.labels = labels;
  }

  /** Whether {@code c} separates tokens within a line. */
  static boolean blank(byte c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f';
  }

  /**
   * Adds the records of the lines in {@code text[from .. to-1]}; {@code text[to]} must be a
   * newline.
   *
   * @param bad told of a line that is none, before it is left out
   */
  void parse(byte[] text, int from, int to, ExamplesBuffer into, Consumer<BadLineException> bad) {
    bytes = text;
    int at = from;
    while (at < to) {
      line = at;
      try {
        at = parseLine(at, into);
      } catch (BadLineException e) {
        bad.accept(e);
        at = nextLine(line);
      }
    }
  }

  /** Parses one line; returns where the next begins. */
  private int parseLine(int start, ExamplesBuffer into) {
    int at = skipBlanks(start);
    if (ends(bytes[at])) {
      return nextLine(at);
    }
    float label = number(at, "label");
    String problem = labels.problemOf(label);
    if (problem != null) {
      throw bad(problem, at);
    }
    at = skipBlanks(decimals.end());
    while (!ends(bytes[at])) {
      at = skipBlanks(feature(at, into));
    }
    into.end(label);
    return nextLine(at);
  }

  private int feature(int start, ExamplesBuffer into) {
    byte[] b = bytes;
    int at = start;
    long index = 0;
    int digit = b[at] - '0';
    while (digit >= 0 && digit <= 9) {
      index = index * 10 + digit;
      digit = b[++at] - '0';
    }
    if (b[at] != ':' || at == start) {
      throw bad("'index:value' expected", start);
    }
    if (at - start > SAFE_DIGITS) {
      index = longIndex(start, at);
    }
    into.key(index);
    at++;
    if (b[at] == '1' && b[at + 1] <= ' ') {
      into.value(1f);
      return at + 1;
    }
    into.value(number(at, "value"));
    return decimals.end();
  }

  private long longIndex(int start, int end) {
    try {
      return Long.parseLong(new String(bytes, start, end - start, StandardCharsets.US_ASCII));
    } catch (NumberFormatException e) {
      throw bad("an index above " + Long.MAX_VALUE, start);
    }
  }

  /** A finite number that ends with its token. */
  private float number(int at, String name) {
    float value;
    try {
      value = decimals.parse(bytes, at);
    } catch (NumberFormatException e) {
      throw bad("the " + name + " is not a number", at);
    }
    byte next = bytes[decimals.end()];
    if (!blank(next) && !ends(next)) {
      throw bad("the " + name + " is not a number", at);
    }
    if (!(Math.abs(value) <= Float.MAX_VALUE)) {
      throw bad("the " + name + " is not finite as a 32-bit float", at);
    }
    return value;
  }

  private int skipBlanks(int at) {
    int i = at;
    while (blank(bytes[i])) {
      i++;
    }
    return i;
  }

  private static boolean ends(byte c) {
    return c == '\n' || c == '#';
  }

  private int nextLine(int at) {
    int i = at;
    while (bytes[i] != '\n') {
      i++;
    }
    return i + 1;
  }

  private BadLineException bad(String what, int at) {
    return new BadLineException(what, line, at);
  }
}
