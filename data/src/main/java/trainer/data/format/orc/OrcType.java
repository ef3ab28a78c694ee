package trainer.data.format.orc;

import org.apache.orc.OrcProto;
import trainer.core.feature.ColumnKind;

/**
 * The meaning of a column's values. Dates are the days that are stored.
 *
 * @param title the type's name for people
 */
record OrcType(Form form, String title) {
  /** The forms of values, by the streams that have them. */
  enum Form {
    BOOLEAN,
    BYTE,
    WHOLE,
    FLOAT,
    DOUBLE,
    DECIMAL,
    /** A date and time of no time zone. */
    TIMESTAMP,
    INSTANT,
    TEXT,
    /** A text without the blanks that fill it up. */
    FILLED_TEXT,
    /** Values that are not read. */
    UNREAD
  }

  static OrcType of(OrcProto.Type type) {
    if (!type.hasKind()) {
      return new OrcType(Form.UNREAD, "of a type that is not known");
    }
    String title = type.getKind().name();
    return switch (type.getKind()) {
      case BOOLEAN -> new OrcType(Form.BOOLEAN, title);
      case BYTE -> new OrcType(Form.BYTE, title);
      case SHORT, INT, LONG, DATE -> new OrcType(Form.WHOLE, title);
      case FLOAT -> new OrcType(Form.FLOAT, title);
      case DOUBLE -> new OrcType(Form.DOUBLE, title);
      case DECIMAL -> new OrcType(Form.DECIMAL, title);
      case TIMESTAMP -> new OrcType(Form.TIMESTAMP, title);
      case TIMESTAMP_INSTANT -> new OrcType(Form.INSTANT, title);
      case STRING, VARCHAR -> new OrcType(Form.TEXT, title);
      case CHAR -> new OrcType(Form.FILLED_TEXT, title);
      case STRUCT, LIST, MAP, UNION -> new OrcType(Form.UNREAD, "a nested column of " + title);
      case BINARY, GEOMETRY, GEOGRAPHY -> new OrcType(Form.UNREAD, title);
    };
  }

  /** The kind of the column; null for values that are not read. */
  ColumnKind kind() {
    return switch (form) {
      case TEXT, FILLED_TEXT -> ColumnKind.TEXT;
      case BOOLEAN -> ColumnKind.BOOLEAN;
      case UNREAD -> null;
      default -> ColumnKind.NUMBER;
    };
  }
}
