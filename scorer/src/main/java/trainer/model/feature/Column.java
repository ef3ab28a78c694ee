package trainer.model.feature;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import trainer.core.feature.ColumnName;
import trainer.model.failure.RowException;

/**
 * A column of a row, and its values as the features see them.
 *
 * <p>A model does not store the kinds of its columns, only their uses. So the Java type of a value
 * decides as the type of a file's column did in training:
 *
 * <table>
 * <caption>Values</caption>
 * <tr><th>type</th><th>as a number</th><th>as a category</th></tr>
 * <tr><td>Byte, Short, Integer, Long, BigInteger</td><td>the nearest double</td>
 *   <td>its digits</td></tr>
 * <tr><td>other Number</td><td>its double</td><td>the shortest decimal of its double</td></tr>
 * <tr><td>CharSequence</td><td>parsed as in CSV</td><td>the text</td></tr>
 * <tr><td>Boolean</td><td>1 or 0</td><td>{@code true} or {@code false}</td></tr>
 * <tr><td>null, or the text of trainer.csv.null</td><td colspan="2">NULL</td></tr>
 * </table>
 *
 * <p>If any term reads a column as a number, its texts are numbers in crosses, too.
 */
final class Column {
  private static final int SHOWN = 40;

  private final int index;
  private final String name;
  private final byte[] written;
  private final boolean isNumeric;
  private final String nullText;

  /**
   * @param index its place in a row, from 0
   * @param isNumeric whether a term reads the column as a number
   * @param nullText the text that is NULL; empty for none
   */
  Column(int index, String name, boolean isNumeric, String nullText) {
    this.index = index;
    this.name = name;
    this.written = ColumnName.written(name).getBytes(UTF_8);
    this.isNumeric = isNumeric;
    this.nullText = nullText;
  }

  int index() {
    return index;
  }

  String name() {
    return name;
  }

  /** The written form of the name, in UTF-8. */
  byte[] written() {
    return written;
  }

  /** Whether a value is NULL. */
  boolean isNull(Object value) {
    return value == null
        || (!nullText.isEmpty()
            && value instanceof CharSequence
            && nullText.contentEquals((CharSequence) value));
  }

  /**
   * The number of a value that is not NULL, perhaps NaN or infinite.
   *
   * @throws RowException if it is none
   */
  double number(Object value) {
    if (value instanceof Number) {
      return ((Number) value).doubleValue();
    }
    if (value instanceof CharSequence) {
      try {
        return NumberText.parse((CharSequence) value);
      } catch (NumberFormatException e) {
        throw new RowException(
            name,
            "column '"
                + name
                + "' has '"
                + shown(value)
                + "', which is no number; correct the value");
      }
    }
    if (value instanceof Boolean) {
      return (Boolean) value ? 1 : 0;
    }
    throw mistyped(value);
  }

  /**
   * The number, if it is finite.
   *
   * @throws RowException for NaN and infinities
   */
  double finite(double number) {
    if (!Double.isFinite(number)) {
      throw new RowException(
          name,
          "column '" + name + "' has the number " + number + "; give a finite number or null");
    }
    return number;
  }

  /**
   * Appends the name and the category of a value.
   *
   * @return whether it is a category: neither NULL nor NaN
   * @throws RowException for a value that is none
   */
  boolean append(Object value, KeyBytes bytes) {
    bytes.append(written);
    if (isNull(value)) {
      bytes.append(FeatureKeys.NULL);
      return false;
    }
    if (value instanceof Boolean) {
      bytes.append('=').append((Boolean) value ? "true" : "false");
    } else if (value instanceof CharSequence && !isNumeric) {
      bytes.append('=').append((CharSequence) value);
    } else if (!isNumeric && isWhole(value)) {
      bytes.append('=').appendDecimal(((Number) value).longValue());
    } else if (!isNumeric && value instanceof BigInteger) {
      bytes.append('=').append(value.toString());
    } else {
      return appendNumber(number(value), bytes);
    }
    return true;
  }

  private boolean appendNumber(double number, KeyBytes bytes) {
    if (Double.isNaN(number)) {
      bytes.append(FeatureKeys.NAN);
      return false;
    }
    bytes.append('=').appendDecimal(finite(number));
    return true;
  }

  private static boolean isWhole(Object value) {
    return value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte;
  }

  private RowException mistyped(Object value) {
    return new RowException(
        name,
        "column '"
            + name
            + "' has '"
            + shown(value)
            + "' of "
            + value.getClass().getName()
            + "; give a number, a text, a boolean or null");
  }

  private static String shown(Object value) {
    String text = value.toString().replaceAll("\\p{Cntrl}", "?");
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
  }
}
