package trainer.data.format.libsvm;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import trainer.core.input.LabelRule;
import trainer.data.format.DigitWord;
import trainer.data.format.ExamplesBuffer;
import trainer.data.format.libsvm.BadLineException.Token;

/**
 * Parses libsvm lines straight from bytes into primitive arrays. Confined to one thread.
 *
 * <p>A line is {@code label [qid:group] feature …}, where a feature is {@code index:value} or, as
 * libffm writes it, {@code field:index:value}. A {@code #} begins a comment.
 *
 * <p>The bytes must end with a newline at or after the end of the parsed range, so that the inner
 * loops need no test for the end.
 */
final class LibsvmParser {
  /** The most digits of an index that cannot overflow. */
  private static final int SAFE_DIGITS = 18;

  /** The bytes after most indices, in the form of {@link DigitWord}. */
  private static final long COLON_ONE_SPACE =
      (':' ^ '0') | (('1' ^ '0') << Byte.SIZE) | ((' ' ^ '0') << (2 * Byte.SIZE));

  /** {@code qid:}, in the form of {@link DigitWord}. */
  private static final long QUERY =
      ('q' ^ '0') | (('i' ^ '0') << 8) | (('d' ^ '0') << 16) | (':' ^ '0') << 24;

  private static final int QUERY_BYTES = 4;
  private static final long QUERY_MASK = 0xffffffffL;
  private static final int COLON_ONE_SPACE_BYTES = 3;
  private static final long COLON_ONE_SPACE_MASK = 0xffffff;
  private static final long ONE_SPACE = COLON_ONE_SPACE >>> Byte.SIZE;
  private static final long ONE_SPACE_MASK = 0xffff;
  private static final int[] POWERS = {1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000};

  private final LabelRule labels;
  private final DecimalParser decimals = new DecimalParser();
  private byte[] bytes = new byte[0];
  private int line;

  /** The end of the digits that {@link #integer} parsed last. */
  private int integerEnd;

  LibsvmParser(LabelRule labels) {
    this.labels = labels;
  }

  /** Whether {@code c} separates tokens within a line. */
  static boolean blank(byte c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f';
  }

  /**
   * Adds the records of the lines in {@code text[from .. to-1]}. The last of these bytes must be a
   * newline, or the one after them; and the array must hold a {@link DigitWord} more.
   *
   * @param bad receives each broken line before it is left out
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
    float label = number(at, "label", Token.LABEL);
    String problem = labels.problemOf(label);
    if (problem != null) {
      throw bad(problem, Token.OTHER_LABEL, at);
    }
    at = skipBlanks(decimals.end());
    if ((DigitWord.of(bytes, at) & QUERY_MASK) == QUERY) {
      at = skipBlanks(group(at + QUERY_BYTES, into));
    }
    at = skipBlanks(ones(at, into));
    while (!ends(bytes[at])) {
      at = skipBlanks(feature(at, into));
    }
    into.end(label);
    return nextLine(at);
  }

  /**
   * Adds the features from {@code start} on that have the most frequent form: an index of at most
   * 15 digits, a colon, 1 and a space. Returns the start of the first other feature, or the end of
   * the line.
   */
  private int ones(int start, ExamplesBuffer into) {
    byte[] b = bytes;
    long[] keys = into.keys(1);
    int first = into.keyCount();
    int count = first;
    int at = start;
    while (count < keys.length) {
      long word = DigitWord.of(b, at);
      int digits = DigitWord.before(DigitWord.others(word));
      int colon = at + digits;
      long index;
      if (digits < DigitWord.BYTES) {
        index = DigitWord.number(word, digits);
      } else {
        long low = DigitWord.of(b, colon);
        int more = DigitWord.before(DigitWord.others(low));
        if (more == DigitWord.BYTES) {
          break;
        }
        index = DigitWord.number(word) * POWERS[more] + DigitWord.number(low, more);
        colon += more;
      }
      if (digits == 0 || (DigitWord.of(b, colon) & COLON_ONE_SPACE_MASK) != COLON_ONE_SPACE) {
        break;
      }
      keys[count++] = index;
      at = colon + COLON_ONE_SPACE_BYTES;
    }
    into.addKeys(count - first);
    into.ones(count - first);
    return at;
  }

  private int group(int start, ExamplesBuffer into) {
    into.group(integer(start, "a group"));
    if (!blank(bytes[integerEnd]) && !ends(bytes[integerEnd])) {
      throw bad("the group is not a whole number from 0", Token.FEATURE, start);
    }
    return integerEnd;
  }

  private int feature(int start, ExamplesBuffer into) {
    byte[] b = bytes;
    long word = DigitWord.of(b, start);
    int digits = DigitWord.before(DigitWord.others(word));
    int at = start + digits;
    long index;
    if (digits < DigitWord.BYTES) {
      index = DigitWord.number(word, digits);
    } else {
      index = DigitWord.number(word);
      int digit = b[at] - '0';
      while (digit >= 0 && digit <= 9) {
        index = index * 10 + digit;
        digit = b[++at] - '0';
      }
    }
    if (b[at] != ':' || at == start) {
      throw bad("'index:value' expected", Token.FEATURE, start);
    }
    if (at - start > SAFE_DIGITS) {
      index = longNumber(start, at, "an index");
    }
    at++;
    if (isFielded(at)) {
      if (index > Integer.MAX_VALUE) {
        throw bad("a field above " + Integer.MAX_VALUE, Token.FEATURE, start);
      }
      into.key(integer(at, "an index"));
      into.field((int) index);
      return value(integerEnd + 1, into);
    }
    into.key(index);
    return value(at, into);
  }

  /** Whether digits and a colon follow, so that the number before them is a field. */
  private boolean isFielded(int start) {
    int at = start;
    while (bytes[at] >= '0' && bytes[at] <= '9') {
      at++;
    }
    return bytes[at] == ':' && at > start;
  }

  private int value(int at, ExamplesBuffer into) {
    if ((DigitWord.of(bytes, at) & ONE_SPACE_MASK) == ONE_SPACE) {
      into.ones(1);
      return at + 2;
    }
    into.value(number(at, "value", Token.FEATURE));
    return decimals.end();
  }

  /** The digits from {@code start} on, perhaps none, as a number. */
  private long integer(int start, String name) {
    int at = start;
    long number = 0;
    int digit = bytes[at] - '0';
    while (digit >= 0 && digit <= 9) {
      number = number * 10 + digit;
      digit = bytes[++at] - '0';
    }
    integerEnd = at;
    if (at == start) {
      throw bad(name + " expected", Token.FEATURE, start);
    }
    return at - start > SAFE_DIGITS ? longNumber(start, at, name) : number;
  }

  private long longNumber(int start, int end, String name) {
    try {
      return Long.parseLong(new String(bytes, start, end - start, StandardCharsets.US_ASCII));
    } catch (NumberFormatException e) {
      throw bad(name + " above " + Long.MAX_VALUE, Token.FEATURE, start);
    }
  }

  /** A finite number that ends with its token. */
  private float number(int at, String name, Token token) {
    float value;
    try {
      value = decimals.parse(bytes, at);
    } catch (NumberFormatException e) {
      throw bad("the " + name + " is not a number", token, at);
    }
    byte next = bytes[decimals.end()];
    if (!blank(next) && !ends(next)) {
      throw bad("the " + name + " is not a number", token, at);
    }
    if (!(Math.abs(value) <= Float.MAX_VALUE)) {
      throw bad("the " + name + " is not finite as a 32-bit float", token, at);
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

  private BadLineException bad(String what, Token token, int at) {
    return new BadLineException(what, token, line, at);
  }
}
