package trainer.data.format.avro;

import java.nio.charset.StandardCharsets;
import org.apache.avro.Schema;
import trainer.core.feature.BadFieldException;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.encode.ColumnVector;
import trainer.core.feature.encode.TextDictionary;
import trainer.data.format.table.FieldText;
import trainer.data.format.table.WholeDigits;

/**
 * One field of the present record. The number of the record that its methods take is ignored. A
 * text is a range of the decompressed block, without a copy.
 */
final class FieldVector implements ColumnVector {
  /** The most bytes of a decimal, some 2,400 digits: more take long to convert. */
  private static final int LONGEST_DECIMAL = 1000;

  /** The place of a text that is no symbol. */
  private static final int NO_SYMBOL = -1;

  private final String name;
  private final FieldType type;
  private final FieldType.Form form;
  private final int nullBranch;

  /** Whether a whole number is given as its digits. */
  private final boolean hasDigits;

  private final WholeDigits digits = new WholeDigits();

  /** The symbols of an enumeration, and their dictionary; null for other types. */
  private final byte[][] symbols;

  private final TextDictionary dictionary;

  private boolean isNull;
  private double number;
  private int symbol = NO_SYMBOL;
  private byte[] bytes = new byte[0];
  private int start;
  private int end;

  /**
   * @param kind the column's, as features read it
   */
  FieldVector(String name, FieldType type, ColumnKind kind) {
    this.name = name;
    this.type = type;
    this.form = type.form();
    this.nullBranch = type.nullBranch();
    this.hasDigits = type.isWhole() && kind == ColumnKind.TEXT;
    this.symbols = form == FieldType.Form.SYMBOL ? symbols(type.plain()) : null;
    this.dictionary = symbols == null ? null : new TextDictionary(symbols.length);
  }

  private static byte[][] symbols(Schema schema) {
    return schema.getEnumSymbols().stream()
        .map(symbol -> symbol.getBytes(StandardCharsets.UTF_8))
        .toArray(byte[][]::new);
  }

  /**
   * Reads the field's value of the next record.
   *
   * @throws RuntimeException if the bytes are no value
   */
  void read(RowBytes in) {
    if (nullBranch >= 0) {
      isNull = in.readBranch() == nullBranch;
      if (isNull) {
        return;
      }
    }
    switch (form) {
      case WHOLE -> readWhole(in);
      case FLOAT -> number = in.readFloat();
      case DOUBLE -> number = in.readDouble();
      case BOOLEAN -> number = in.readBoolean() ? 1 : 0;
      case TEXT -> take(in, in.readLong());
      case SYMBOL -> readSymbol(in);
      case DECIMAL -> take(in, decimalBytes(in));
      case UNREAD -> throw new IllegalStateException(name);
    }
  }

  private void readWhole(RowBytes in) {
    long value = in.readLong();
    number = value;
    if (hasDigits) {
      digits.set(value);
      bytes = digits.bytes();
      start = digits.start();
      end = digits.end();
    }
  }

  private void readSymbol(RowBytes in) {
    long place = in.readLong();
    if (place < 0 || place >= symbols.length) {
      throw new IllegalArgumentException("symbol " + place + " of " + symbols.length);
    }
    symbol = (int) place;
    bytes = symbols[symbol];
    end = bytes.length;
  }

  private long decimalBytes(RowBytes in) {
    boolean isFixed = type.plain().getType() == Schema.Type.FIXED;
    return isFixed ? type.plain().getFixedSize() : in.readLong();
  }

  private void take(RowBytes in, long length) {
    start = in.position();
    in.skip(length);
    end = in.position();
    bytes = in.bytes();
  }

  @Override
  public boolean isNull(int record) {
    return isNull;
  }

  /**
   * {@inheritDoc}
   *
   * @throws BadFieldException if it is a text that is no number
   */
  @Override
  public double number(int record) {
    return switch (form) {
      case TEXT, SYMBOL -> FieldText.number(name, this, record);
      case DECIMAL -> decimal();
      default -> number;
    };
  }

  private double decimal() {
    if (start == end || end - start > LONGEST_DECIMAL) {
      throw new BadFieldException(
          "column '" + name + "' has a decimal of " + (end - start) + " bytes",
          "correct the field, or leave the column out");
    }
    return type.scale().number(bytes, start, end);
  }

  @Override
  public boolean flag(int record) {
    return number != 0;
  }

  @Override
  public byte[] bytes(int record) {
    return bytes;
  }

  @Override
  public int start(int record) {
    return start;
  }

  @Override
  public int end(int record) {
    return end;
  }

  @Override
  public TextDictionary dictionary() {
    return dictionary;
  }

  @Override
  public int entry(int record) {
    return symbol;
  }
}
