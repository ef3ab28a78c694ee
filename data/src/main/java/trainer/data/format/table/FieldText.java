package trainer.data.format.table;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import trainer.core.feature.BadFieldException;
import trainer.core.feature.Column;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.encode.ColumnVector;

/** The texts of the fields of one column. */
public final class FieldText {
  private static final int SHOWN = 40;

  private FieldText() {}

  /** The beginning of a field for messages. */
  public static String shown(Column column, ColumnVector values, int record) {
    if (values.isNull(record)) {
      return "";
    }
    return switch (column.kind()) {
      case NUMBER -> String.valueOf(values.number(record));
      case BOOLEAN -> String.valueOf(values.flag(record));
      case TEXT -> shown(values, record);
    };
  }

  /** A whole text; bytes that are not UTF-8 are replaced. */
  public static String whole(ColumnVector values, int record) {
    int start = values.start(record);
    int length = values.end(record) - start;
    return new String(values.bytes(record), start, length, StandardCharsets.UTF_8);
  }

  /** The beginning of a text for messages. */
  public static String shown(ColumnVector values, int record) {
    int end = values.end(record);
    int start = values.start(record);
    int shown = Math.min(end, start + SHOWN);
    String text = new String(values.bytes(record), start, shown - start, StandardCharsets.UTF_8);
    return text.replaceAll("\\p{Cntrl}", "?") + (shown < end ? "…" : "");
  }

  /**
   * The number that a text is.
   *
   * @param name the column's, for the message
   * @throws BadFieldException if the text is no number
   */
  public static double number(String name, ColumnVector values, int record) {
    try {
      int end = values.end(record);
      return DoubleParser.parse(values.bytes(record), values.start(record), end);
    } catch (NumberFormatException e) {
      throw new BadFieldException(
          "column '" + name + "' has '" + shown(values, record) + "', which is no number",
          "correct the field, or use the column as a category: " + name + ":category");
    }
  }

  /** Whether a text is a number; NaN and infinities are. */
  public static boolean isNumber(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try {
      double unused = DoubleParser.parse(bytes, 0, bytes.length);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /**
   * Whether a field is this text, or this number. Of booleans it is {@code true} or {@code false}.
   */
  static boolean equals(Column column, ColumnVector values, int record, byte[] text) {
    if (column.kind() == ColumnKind.NUMBER) {
      try {
        return DoubleParser.parse(text, 0, text.length) == values.number(record);
      } catch (NumberFormatException e) {
        return false;
      }
    }
    if (column.kind() != ColumnKind.TEXT) {
      byte[] own = shown(column, values, record).getBytes(StandardCharsets.UTF_8);
      return Arrays.equals(own, text);
    }
    int end = values.end(record);
    int start = values.start(record);
    return Arrays.equals(values.bytes(record), start, end, text, 0, text.length);
  }
}
