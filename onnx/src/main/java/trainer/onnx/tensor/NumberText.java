package trainer.onnx.tensor;

import java.math.BigDecimal;
import java.util.Locale;
import trainer.core.feature.BadFieldException;
import trainer.core.feature.ColumnName;

/** Reads the text of a column as a number. The failures name the column. */
final class NumberText {
  /** No number that an element holds has a longer text than 1,074 digits behind the point. */
  private static final int LONGEST = 1200;

  private static final String DECIMAL = "0123456789+-.eE";

  /** A longer text is not quoted as a whole. */
  private static final int QUOTED = 40;

  private NumberText() {}

  /** A finite number of 64 bits. */
  static double real(String text, String column) {
    String decimal = decimal(text, column);
    try {
      return finite(Double.parseDouble(decimal), text, column);
    } catch (NumberFormatException e) {
      throw noNumber(text, column);
    }
  }

  /** A finite number of 32 bits, rounded once. */
  static float single(String text, String column) {
    String decimal = decimal(text, column);
    try {
      return (float) finite(Float.parseFloat(decimal), text, column);
    } catch (NumberFormatException e) {
      throw noNumber(text, column);
    }
  }

  private static double finite(double number, String text, String column) {
    if (Double.isInfinite(number)) {
      throw tooLarge(text, column, "the largest number of the input's type");
    }
    return number;
  }

  /** An integer within bounds, such as {@code 5} or {@code 5.0}. */
  static long integer(String text, String column, long least, long most) {
    String decimal = decimal(text, column);
    long number;
    try {
      number = Long.parseLong(decimal);
    } catch (NumberFormatException e) {
      number = exact(decimal, text, column);
    }
    if (number < least || number > most) {
      throw new BadFieldException(
          named(column) + " is " + quoted(text) + ", and the model takes " + least + " to " + most,
          "correct the field, or leave the record out");
    }
    return number;
  }

  private static long exact(String decimal, String text, String column) {
    BigDecimal number;
    try {
      number = new BigDecimal(decimal);
    } catch (NumberFormatException e) {
      throw noNumber(text, column);
    }
    try {
      return number.longValueExact();
    } catch (ArithmeticException e) {
      throw new BadFieldException(
          named(column) + " is " + quoted(text) + ", no integer of the input's type",
          "the model takes integers; correct the field, or leave the record out");
    }
  }

  /** {@code true}, {@code false}, {@code 1} or {@code 0}, in any case. */
  static boolean truth(String text, String column) {
    return switch (present(text, column).toLowerCase(Locale.ROOT)) {
      case "true", "1", "1.0" -> true;
      case "false", "0", "0.0" -> false;
      default ->
          throw new BadFieldException(
              named(column) + " is " + quoted(text) + ", neither true nor false",
              "write true, false, 1 or 0");
    };
  }

  /** The text without blanks, if it has the characters of decimal numbers alone. */
  private static String decimal(String text, String column) {
    String trimmed = present(text, column);
    // Java would also read 1d, 0x1p3, NaN and Infinity.
    if (!trimmed.chars().allMatch(c -> DECIMAL.indexOf(c) >= 0)) {
      throw noNumber(text, column);
    }
    return trimmed;
  }

  private static String present(String text, String column) {
    if (text == null || text.isBlank()) {
      throw missing(column);
    }
    if (text.length() > LONGEST) {
      throw noNumber(text, column);
    }
    return text.trim();
  }

  static BadFieldException missing(String column) {
    return new BadFieldException(
        named(column) + " is empty",
        "the model needs a value; fill it in, or leave the record out");
  }

  static BadFieldException tooLarge(String text, String column, String most) {
    return new BadFieldException(
        named(column) + " is " + quoted(text) + ", beyond " + most,
        "correct the field, or leave the record out");
  }

  private static BadFieldException noNumber(String text, String column) {
    return new BadFieldException(
        named(column) + " is " + quoted(text) + ", no number",
        "correct the field, or leave the record out");
  }

  private static String named(String column) {
    return "column " + ColumnName.written(column);
  }

  private static String quoted(String text) {
    return "'" + (text.length() > QUOTED ? text.substring(0, QUOTED) + "…" : text) + "'";
  }
}
