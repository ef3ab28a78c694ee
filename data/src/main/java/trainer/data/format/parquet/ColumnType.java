package trainer.data.format.parquet;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import trainer.core.feature.ColumnKind;
import trainer.data.format.encoding.BadPageException;
import trainer.data.format.table.DecimalScale;

/**
 * The meaning of a column's values. Dates, times and timestamps are the whole numbers that are
 * stored: days, or the file's unit.
 *
 * @param scale the decimal digits behind the point, of {@link Form#DECIMAL}
 * @param title the type's name for people
 */
record ColumnType(Form form, int scale, String title) {
  /** The forms of values. */
  enum Form {
    SIGNED,
    UNSIGNED_32,
    UNSIGNED_64,
    FLOAT,
    DOUBLE,
    HALF,
    DECIMAL,
    BOOLEAN,
    TEXT,
    /** Values that are not read. */
    UNREAD
  }

  private static final int LONGEST_FIXED = 1 << 16;

  /** The meaning of a leaf of the schema. */
  static ColumnType of(SchemaElement leaf) {
    Type type = leaf.getType();
    String title = titleOf(leaf);
    if (leaf.getRepetition_type() == FieldRepetitionType.REPEATED) {
      return unread("repeated " + title);
    }
    if (isDecimal(leaf)) {
      boolean fits = scaleOf(leaf) >= 0 && scaleOf(leaf) <= DecimalScale.MOST;
      return fits && hasLength(leaf)
          ? new ColumnType(Form.DECIMAL, scaleOf(leaf), title)
          : unread(title);
    }
    return switch (type) {
      case BOOLEAN -> new ColumnType(Form.BOOLEAN, 0, title);
      case FLOAT -> new ColumnType(Form.FLOAT, 0, title);
      case DOUBLE -> new ColumnType(Form.DOUBLE, 0, title);
      case INT32 -> new ColumnType(isUnsigned(leaf) ? Form.UNSIGNED_32 : Form.SIGNED, 0, title);
      case INT64 -> new ColumnType(isUnsigned(leaf) ? Form.UNSIGNED_64 : Form.SIGNED, 0, title);
      case INT96 -> unread("INT96 (a timestamp as old programs write it)");
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> ofBytes(leaf, title);
    };
  }

  private static ColumnType ofBytes(SchemaElement leaf, String title) {
    LogicalType logical = leaf.getLogicalType();
    if (logical != null && logical.isSetFLOAT16() && leaf.getType_length() == Short.BYTES) {
      return new ColumnType(Form.HALF, 0, title);
    }
    boolean isPlain = logical == null || logical.isSetUNKNOWN();
    boolean isText =
        logical != null && (logical.isSetSTRING() || logical.isSetENUM() || logical.isSetJSON());
    if (isPlain) {
      ConvertedType converted = leaf.getConverted_type();
      isText =
          converted == null
              || converted == ConvertedType.UTF8
              || converted == ConvertedType.ENUM
              || converted == ConvertedType.JSON;
    }
    return isText && hasLength(leaf) ? new ColumnType(Form.TEXT, 0, title) : unread(title);
  }

  private static boolean hasLength(SchemaElement leaf) {
    return leaf.getType() != Type.FIXED_LEN_BYTE_ARRAY
        || (leaf.getType_length() > 0 && leaf.getType_length() <= LONGEST_FIXED);
  }

  /** The meaning of values that are not read. */
  static ColumnType unread(String title) {
    return new ColumnType(Form.UNREAD, 0, title);
  }

  private static boolean isDecimal(SchemaElement leaf) {
    LogicalType logical = leaf.getLogicalType();
    boolean isDecimal =
        logical == null
            ? leaf.getConverted_type() == ConvertedType.DECIMAL
            : logical.isSetDECIMAL();
    return isDecimal
        && leaf.getType() != Type.BOOLEAN
        && leaf.getType() != Type.FLOAT
        && leaf.getType() != Type.DOUBLE
        && leaf.getType() != Type.INT96;
  }

  private static int scaleOf(SchemaElement leaf) {
    LogicalType logical = leaf.getLogicalType();
    return logical == null ? leaf.getScale() : logical.getDECIMAL().getScale();
  }

  private static boolean isUnsigned(SchemaElement leaf) {
    LogicalType logical = leaf.getLogicalType();
    if (logical != null && logical.isSetINTEGER()) {
      return !logical.getINTEGER().isIsSigned();
    }
    ConvertedType converted = leaf.getConverted_type();
    return converted == ConvertedType.UINT_8
        || converted == ConvertedType.UINT_16
        || converted == ConvertedType.UINT_32
        || converted == ConvertedType.UINT_64;
  }

  private static String titleOf(SchemaElement leaf) {
    String type = leaf.getType().name();
    LogicalType logical = leaf.getLogicalType();
    if (logical != null && logical.getSetField() != null) {
      return type + " with " + logical.getSetField().getFieldName();
    }
    return leaf.getConverted_type() == null ? type : type + " with " + leaf.getConverted_type();
  }

  /** The kind of the column; null for values that are not read. */
  ColumnKind kind() {
    return switch (form) {
      case TEXT -> ColumnKind.TEXT;
      case BOOLEAN -> ColumnKind.BOOLEAN;
      case UNREAD -> null;
      default -> ColumnKind.NUMBER;
    };
  }

  /** Whether the values are whole numbers, which as categories have all their digits. */
  boolean isWhole() {
    return form == Form.SIGNED || form == Form.UNSIGNED_32 || form == Form.UNSIGNED_64;
  }

  /** Whether a double may not hold all digits of the values. */
  boolean isExact() {
    return isWhole() || form == Form.DECIMAL;
  }

  /** The digits of a whole number or a decimal. */
  String digits(long word) {
    return switch (form) {
      case UNSIGNED_32 -> Long.toString(Integer.toUnsignedLong((int) word));
      case UNSIGNED_64 -> Long.toUnsignedString(word);
      case DECIMAL -> new DecimalScale(scale).text(BigInteger.valueOf(word));
      default -> Long.toString(word);
    };
  }

  /** The digits of a decimal that is stored as bytes, of which the highest is first. */
  String digits(byte[] bytes, int from, int end) {
    return new DecimalScale(scale).text(bytes, from, end);
  }

  /** The number nearest to a stored word. */
  double number(long word) {
    return switch (form) {
      case FLOAT -> Float.intBitsToFloat((int) word);
      case DOUBLE -> Double.longBitsToDouble(word);
      case UNSIGNED_32 -> Integer.toUnsignedLong((int) word);
      case UNSIGNED_64 -> word >= 0 ? word : new BigDecimal(digits(word)).doubleValue();
      case DECIMAL -> new DecimalScale(scale).number(word);
      default -> word;
    };
  }

  /** The number nearest to stored bytes, of which the highest is first. */
  double number(byte[] bytes, int from, int end) {
    if (form == Form.HALF) {
      return half((bytes[from] & 0xFF) | (bytes[from + 1] << Byte.SIZE));
    }
    if (from == end) {
      throw new BadPageException("a decimal of no bytes");
    }
    return new DecimalScale(scale).number(bytes, from, end);
  }

  /** The number of an IEEE 754 half: sign, five bits of exponent, ten bits of fraction. */
  private static double half(int bits) {
    int exponent = (bits >> 10) & 0x1F;
    int fraction = bits & 0x3FF;
    double size;
    if (exponent == 0x1F) {
      size = fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
    } else if (exponent == 0) {
      size = fraction * 0x1p-24;
    } else {
      size = (0x400 | fraction) * Math.scalb(1.0, exponent - 25);
    }
    return (bits & 0x8000) == 0 ? size : -size;
  }
}
