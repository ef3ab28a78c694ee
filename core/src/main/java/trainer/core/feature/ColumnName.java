package trainer.core.feature;

/**
 * The written form of a column's name, in terms and in the bytes of keys.
 *
 * <p>Most names are written as they are. A name with one of {@code , : * = # "} is written in
 * double quotes, with each quote doubled. So is an empty name, one that begins with {@code -}, and
 * one that begins or ends with a space or control character. The end of a written name is thus
 * known from the name alone. This set is part of the keys of stored models, and does not change.
 */
public final class ColumnName {
  /** Around names with special characters. */
  public static final char QUOTE = '"';

  private static final String SPECIAL = ",:*=#\"";

  private ColumnName() {}

  /** The written form. */
  public static String written(String name) {
    return isPlain(name) ? name : QUOTE + name.replace("\"", "\"\"") + QUOTE;
  }

  private static boolean isPlain(String name) {
    return !name.isEmpty()
        && name.charAt(0) != '-'
        && !isBlank(name.charAt(0))
        && !isBlank(name.charAt(name.length() - 1))
        && name.chars().noneMatch(ColumnName::isSpecial);
  }

  /** Whether a name without quotes ends before this character. */
  public static boolean isSpecial(int c) {
    return SPECIAL.indexOf(c) >= 0;
  }

  /** Whether this is left out around a name, as {@link String#trim} does. */
  public static boolean isBlank(char c) {
    return c <= ' ';
  }
}
