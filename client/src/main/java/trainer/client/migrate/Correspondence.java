package trainer.client.migrate;

import java.util.regex.Pattern;

/**
 * A row of the table: an old key, and the option of Trainer for it.
 *
 * @param key the old key; {@code *} stands for any letters, digits, dots and hyphens
 * @param value a regular expression for the old value; {@code *} for any value
 * @param option a key of Trainer or an option of {@code submit}; empty if there is none
 * @param conversion the form of the new value; ignored where {@code fixed} is not null
 * @param fixed the new value, whatever the old one is; null to convert the old one
 * @param remark for the user; may be empty where there is an option
 */
record Correspondence(
    String key,
    String value,
    String option,
    ValueConversion conversion,
    String fixed,
    String remark) {
  private static final String ANY = "*";
  private static final String NONE = "-";
  private static final int COLUMNS = 4;

  /** Parses a row; {@code correspondences.txt} describes its columns. */
  static Correspondence parse(String row) {
    String[] cells = row.strip().split(" {2,}", COLUMNS);
    if (cells.length < COLUMNS - 1) {
      throw new IllegalArgumentException("too few columns: " + row);
    }
    String[] fixed = cells[2].split("=", 2);
    String[] converted = fixed[0].split(":", 2);
    return new Correspondence(
        cells[0],
        cells[1],
        cells[2].equals(NONE) ? "" : converted[0],
        converted.length == 1 ? ValueConversion.SAME : ValueConversion.named(converted[1]),
        fixed.length == 1 ? null : fixed[1],
        cells.length < COLUMNS ? "" : cells[COLUMNS - 1]);
  }

  boolean matches(String oldKey, String oldValue) {
    return matches(oldKey)
        && (value.equals(ANY)
            || Pattern.compile(value, Pattern.CASE_INSENSITIVE).matcher(oldValue).matches());
  }

  private boolean matches(String oldKey) {
    String pattern = Pattern.quote(key).replace(ANY, "\\E[\\w.-]*\\Q");
    return oldKey.matches(pattern);
  }

  /** Whether both rows stand for the same old setting, which has several new options. */
  boolean isWith(Correspondence other) {
    return key.equals(other.key) && value.equals(other.value);
  }

  /**
   * The new value; empty if nothing of the old one belongs to the option.
   *
   * @throws IllegalArgumentException or ArithmeticException if the old value has another form
   */
  String convert(String oldValue) {
    return fixed == null ? conversion.apply(oldValue) : fixed;
  }
}
