package trainer.data.format.example;

import java.nio.charset.StandardCharsets;
import trainer.core.feature.BadFieldException;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.DecimalText;
import trainer.core.feature.encode.ColumnVector;
import trainer.data.format.table.FieldText;
import trainer.data.format.table.RealText;
import trainer.data.format.table.WholeDigits;

/**
 * One feature of the present record. The number of the record that its methods take is ignored. An
 * absent feature and an empty list are NULL. Any value has a text: that of a whole number has all
 * its digits, that of a float the fewest by which it is known as a double.
 */
final class FeatureValue implements ColumnVector, ValueList.Visitor {
  /** The types of values. */
  private enum Type {
    TEXT,
    WHOLE,
    FLOAT
  }

  private final String name;
  private final WholeDigits digits = new WholeDigits(1);
  private int count;
  private Type type = Type.TEXT;
  private double number;
  private long whole;

  /** The text of the value, if it was made. */
  private byte[] bytes;

  private int start;
  private int end;

  FeatureValue(String name) {
    this.name = name;
  }

  /** Forgets the value. */
  void clear() {
    count = 0;
    bytes = null;
  }

  /** Reads the value of the present record. */
  void read(MessageBytes in) {
    clear();
    ValueList.visit(in, this);
  }

  @Override
  public void text(byte[] array, int from, int to) {
    count++;
    type = Type.TEXT;
    bytes = array;
    start = from;
    end = to;
  }

  @Override
  public void number(float value) {
    count++;
    type = Type.FLOAT;
    number = value;
  }

  @Override
  public void whole(long value) {
    count++;
    type = Type.WHOLE;
    number = value;
    whole = value;
  }

  String name() {
    return name;
  }

  /** The number of values in the list. */
  int count() {
    return count;
  }

  /** The kind of the value. */
  ColumnKind kind() {
    return type == Type.TEXT ? ColumnKind.TEXT : ColumnKind.NUMBER;
  }

  /** Whether the value is of whole numbers. */
  boolean isWhole() {
    return type == Type.WHOLE;
  }

  @Override
  public boolean isNull(int record) {
    return count == 0;
  }

  /**
   * {@inheritDoc}
   *
   * @throws BadFieldException if it is a text that is no number
   */
  @Override
  public double number(int record) {
    return type == Type.TEXT ? FieldText.number(name, this, record) : number;
  }

  @Override
  public String text(int record) {
    return switch (type) {
      case TEXT -> ColumnVector.super.text(record);
      case WHOLE -> Long.toString(whole);
      case FLOAT -> RealText.of(number);
    };
  }

  @Override
  public byte[] bytes(int record) {
    requireText();
    return bytes;
  }

  private void requireText() {
    if (bytes == null) {
      writeNumber();
    }
  }

  private void writeNumber() {
    if (type == Type.WHOLE) {
      start = digits.put(0, whole);
      end = digits.end(0);
      bytes = digits.bytes();
      return;
    }
    if (Double.isInfinite(number)) {
      throw new BadFieldException(
          "column '" + name + "' has the number " + number, "correct the field");
    }
    String text = Double.isNaN(number) ? "NaN" : DecimalText.of(number);
    bytes = text.getBytes(StandardCharsets.US_ASCII);
    start = 0;
    end = bytes.length;
  }

  @Override
  public int start(int record) {
    requireText();
    return start;
  }

  @Override
  public int end(int record) {
    requireText();
    return end;
  }

  @Override
  public boolean flag(int record) {
    throw new UnsupportedOperationException("tf.Example has no booleans");
  }
}
