package trainer.data.format.csv;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import trainer.core.feature.encode.ColumnVector;
import trainer.data.format.table.BadFieldException;
import trainer.data.format.table.DoubleParser;
import trainer.data.format.table.FieldText;

/**
 * One column of the parser's present record. The number of the record that its methods take is
 * ignored. A field without text and quotes is NULL, and so is one with the job's text for it.
 */
final class CsvField implements ColumnVector {
  private final CsvParser parser;
  private final int field;
  private final String name;

  /** The text that means NULL, beside the empty field; null for none. */
  private final byte[] missing;

  CsvField(CsvParser parser, int field, String name, String missing) {
    this.missing = missing.isEmpty() ? null : missing.getBytes(StandardCharsets.UTF_8);
    this.parser = parser;
    this.field = field;
    this.name = name;
  }

  @Override
  public boolean isNull(int record) {
    if (parser.isQuoted(field)) {
      return false;
    }
    return parser.start(field) == parser.end(field) || (missing != null && hasText(missing));
  }

  /**
   * {@inheritDoc}
   *
   * @throws BadFieldException if the field is no number
   */
  @Override
  public double number(int record) {
    return FieldText.number(name, this, record);
  }

  @Override
  public byte[] bytes(int record) {
    return parser.bytes();
  }

  @Override
  public int start(int record) {
    return parser.start(field);
  }

  @Override
  public int end(int record) {
    return parser.end(field);
  }

  @Override
  public boolean flag(int record) {
    throw new UnsupportedOperationException("CSV has no booleans");
  }

  /** Whether the field is a number; NaN and infinities are. */
  boolean isNumber() {
    try {
      int end = parser.end(field);
      double unused = DoubleParser.parse(parser.bytes(), parser.start(field), end);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private boolean hasText(byte[] wanted) {
    int end = parser.end(field);
    int start = parser.start(field);
    return Arrays.equals(parser.bytes(), start, end, wanted, 0, wanted.length);
  }

  /** The whole text of the field. */
  String whole() {
    return FieldText.whole(this, 0);
  }
}
