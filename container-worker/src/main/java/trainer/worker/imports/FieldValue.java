package trainer.worker.imports;

import java.nio.charset.StandardCharsets;
import trainer.core.feature.BadFieldException;
import trainer.core.feature.ColumnName;
import trainer.core.job.ImportColumns;
import trainer.data.format.table.DoubleParser;

/** The values of fields by their texts. */
final class FieldValue {
  private static final int SHOWN = 40;

  private FieldValue() {}

  /**
   * A whole number.
   *
   * @throws BadFieldException unless the text is the one that is read from this number again
   */
  static long whole(ImportColumns.Column column, String text) {
    try {
      long value = Long.parseLong(text);
      if (Long.toString(value).equals(text)) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw misfit(column, text);
    }
    throw misfit(column, text);
  }

  /** A number, perhaps NaN or infinite. */
  static double number(ImportColumns.Column column, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try {
      return DoubleParser.parse(bytes, 0, bytes.length);
    } catch (NumberFormatException e) {
      throw misfit(column, text);
    }
  }

  /** A boolean. */
  static boolean flag(ImportColumns.Column column, String text) {
    if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      return text.equalsIgnoreCase("true");
    }
    throw misfit(column, text);
  }

  private static BadFieldException misfit(ImportColumns.Column column, String text) {
    String shown = text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
    String name = ColumnName.written(column.name());
    boolean isNumber = column.type() == ImportColumns.Type.LONG;
    return new BadFieldException(
        "column '"
            + column.name()
            + "' has '"
            + shown.replaceAll("\\p{Cntrl}", "?")
            + "', which is no "
            + (isNumber ? "whole number" : column.type().word()),
        "give --types "
            + name
            + (isNumber ? ":double or " + name : "")
            + ":text, or correct the field");
  }
}
