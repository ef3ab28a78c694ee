package trainer.data.format.avro;

import java.util.Locale;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import trainer.core.feature.ColumnKind;
import trainer.data.format.table.DecimalScale;

/**
 * The meaning of a field's values as a column. Dates, times and timestamps are the whole numbers
 * that are stored: days, or the unit of the logical type.
 *
 * @param plain the schema without null
 * @param nullBranch the number of null in the union, or −1 if the field is no union
 */
record FieldType(Form form, Schema plain, int nullBranch) {
  /** The forms of values. */
  enum Form {
    WHOLE(ColumnKind.NUMBER),
    FLOAT(ColumnKind.NUMBER),
    DOUBLE(ColumnKind.NUMBER),
    DECIMAL(ColumnKind.NUMBER),
    BOOLEAN(ColumnKind.BOOLEAN),
    TEXT(ColumnKind.TEXT),
    SYMBOL(ColumnKind.TEXT),
    /** Values that are not read. */
    UNREAD(null);

    private final ColumnKind kind;

    Form(ColumnKind kind) {
      this.kind = kind;
    }
  }

  /** The meaning of a field's schema. */
  static FieldType of(Schema schema) {
    NullableSchema nullable = NullableSchema.of(schema);
    return new FieldType(form(nullable.plain()), nullable.plain(), nullable.nullBranch());
  }

  private static Form form(Schema plain) {
    return switch (plain.getType()) {
      case INT, LONG -> Form.WHOLE;
      case FLOAT -> Form.FLOAT;
      case DOUBLE -> Form.DOUBLE;
      case BOOLEAN -> Form.BOOLEAN;
      case STRING -> Form.TEXT;
      case ENUM -> Form.SYMBOL;
      case BYTES, FIXED -> isDecimal(plain) ? Form.DECIMAL : Form.UNREAD;
      case RECORD, ARRAY, MAP, UNION, NULL -> Form.UNREAD;
    };
  }

  private static boolean isDecimal(Schema plain) {
    boolean isFixed = plain.getType() == Schema.Type.FIXED;
    return plain.getLogicalType() instanceof LogicalTypes.Decimal decimal
        && decimal.getScale() <= DecimalScale.MOST
        && !(isFixed && plain.getFixedSize() == 0);
  }

  /** The kind of the column; null for values that are not read. */
  ColumnKind kind() {
    return form.kind;
  }

  /** Whether the values are whole numbers, which as categories have all their digits. */
  boolean isWhole() {
    return form == Form.WHOLE;
  }

  /** The scale of a decimal. */
  DecimalScale scale() {
    return new DecimalScale(((LogicalTypes.Decimal) plain.getLogicalType()).getScale());
  }

  /** The type's name for people. */
  String title() {
    String name = plain.getType().name().toLowerCase(Locale.ROOT);
    return switch (plain.getType()) {
      case UNION -> "a union of several types";
      case ARRAY -> "an array";
      case RECORD, MAP -> "a " + name;
      default -> "of type " + name;
    };
  }
}
