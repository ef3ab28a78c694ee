package trainer.data.format.avro;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.avro.Schema;
import trainer.core.feature.BadFieldException;
import trainer.core.feature.encode.ColumnVector;
import trainer.core.feature.encode.TextDictionary;
import trainer.data.format.table.FieldText;
import trainer.data.format.table.RealText;
import trainer.data.format.table.WholeDigits;

/** One field of some records. A text is a range of the decompressed block, without a copy. */
final class FieldVector implements ColumnVector {
  /** The most bytes of a decimal, some 2,400 digits: more take long to convert. */
  private static final int LONGEST_DECIMAL = 1000;

  /** The bytes that a hash may read behind a text. */
  private static final int SPARE = Long.BYTES;

  /** The place of a text that is no symbol. */
  private static final int NO_SYMBOL = -1;

  private final String name;
  private final FieldType type;
  private final FieldType.Form form;
  private final int nullBranch;

  /** The digits of whole numbers that are also given as texts; null for others. */
  private final WholeDigits digits;

  /** The places of the symbols of an enumeration in {@link #bytes}; null for other types. */
  private final int[] symbolStarts;

  private final TextDictionary dictionary;
  private final boolean[] nulls;
  private final double[] numbers;
  private final int[] symbols;
  private final int[] starts;
  private final int[] ends;

  /** The bytes of all texts. */
  private byte[] bytes = new byte[0];

  /**
   * @param hasDigits whether whole numbers are also given as texts
   * @param capacity the most records
   */
  FieldVector(String name, FieldType type, boolean hasDigits, int capacity) {
    this.name = name;
    this.type = type;
    this.form = type.form();
    this.nullBranch = type.nullBranch();
    this.digits = type.isWhole() && hasDigits ? new WholeDigits(capacity) : null;
    this.nulls = new boolean[capacity];
    this.numbers = new double[capacity];
    this.starts = new int[capacity];
    this.ends = new int[capacity];
    if (form == FieldType.Form.SYMBOL) {
      List<String> names = type.plain().getEnumSymbols();
      bytes = (String.join("", names) + " ".repeat(SPARE)).getBytes(StandardCharsets.UTF_8);
      symbolStarts = starts(names);
      symbols = new int[capacity];
      dictionary = new TextDictionary(names.size());
    } else {
      bytes = digits == null ? bytes : digits.bytes();
      symbolStarts = null;
      symbols = null;
      dictionary = null;
    }
  }

  /** Where each symbol begins, and where the last one ends. */
  private static int[] starts(List<String> names) {
    int[] starts = new int[names.size() + 1];
    for (int i = 0; i < names.size(); i++) {
      starts[i + 1] = starts[i] + names.get(i).getBytes(StandardCharsets.UTF_8).length;
    }
    return starts;
  }

  /**
   * Reads the field's value of the next record.
   *
   * @param record its number here
   * @throws RuntimeException if the bytes are no value
   */
  void read(RowBytes in, int record) {
    if (nullBranch >= 0) {
      nulls[record] = in.readBranch() == nullBranch;
      if (nulls[record]) {
        return;
      }
    }
    switch (form) {
      case WHOLE -> readWhole(in, record);
      case FLOAT -> numbers[record] = in.readFloat();
      case DOUBLE -> numbers[record] = in.readDouble();
      case BOOLEAN -> numbers[record] = in.readBoolean() ? 1 : 0;
      case TEXT -> take(in, in.readLong(), record);
      case SYMBOL -> readSymbol(in, record);
      case DECIMAL -> take(in, decimalBytes(in), record);
      case UNREAD -> throw new IllegalStateException(name);
    }
  }

  private void readWhole(RowBytes in, int record) {
    long value = in.readLong();
    numbers[record] = value;
    if (digits != null) {
      starts[record] = digits.put(record, value);
      ends[record] = digits.end(record);
    }
  }

  private void readSymbol(RowBytes in, int record) {
    long place = in.readLong();
    if (place < 0 || place >= symbolStarts.length - 1) {
      throw new IllegalArgumentException("symbol " + place + " of " + (symbolStarts.length - 1));
    }
    symbols[record] = (int) place;
    starts[record] = symbolStarts[symbols[record]];
    ends[record] = symbolStarts[symbols[record] + 1];
  }

  private long decimalBytes(RowBytes in) {
    boolean isFixed = type.plain().getType() == Schema.Type.FIXED;
    return isFixed ? type.plain().getFixedSize() : in.readLong();
  }

  private void take(RowBytes in, long length, int record) {
    starts[record] = in.position();
    in.skip(length);
    ends[record] = in.position();
    bytes = in.bytes();
  }

  @Override
  public boolean isNull(int record) {
    return nulls[record];
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
      case DECIMAL -> decimal(starts[record], ends[record]);
      default -> numbers[record];
    };
  }

  private double decimal(int start, int end) {
    requireDecimal(start, end);
    return type.scale().number(bytes, start, end);
  }

  private void requireDecimal(int start, int end) {
    if (start == end || end - start > LONGEST_DECIMAL) {
      throw new BadFieldException(
          "column '" + name + "' has a decimal of " + (end - start) + " bytes",
          "correct the field, or leave the column out");
    }
  }

  /**
   * {@inheritDoc} Whole numbers have one only where they are given as texts.
   *
   * @throws BadFieldException if it is a decimal of no bytes, or of too many
   */
  @Override
  public String text(int record) {
    return switch (form) {
      case DECIMAL -> {
        requireDecimal(starts[record], ends[record]);
        yield type.scale().text(bytes, starts[record], ends[record]);
      }
      case FLOAT, DOUBLE -> RealText.of(numbers[record]);
      case BOOLEAN -> String.valueOf(flag(record));
      default -> ColumnVector.super.text(record);
    };
  }

  @Override
  public boolean flag(int record) {
    return numbers[record] != 0;
  }

  @Override
  public byte[] bytes(int record) {
    return bytes;
  }

  @Override
  public int start(int record) {
    return starts[record];
  }

  @Override
  public int end(int record) {
    return ends[record];
  }

  @Override
  public TextDictionary dictionary() {
    return dictionary;
  }

  @Override
  public int entry(int record) {
    return symbols == null ? NO_SYMBOL : symbols[record];
  }
}
