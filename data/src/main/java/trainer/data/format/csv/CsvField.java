package trainer.data.format.csv;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import trainer.core.feature.BadFieldException;
import trainer.core.feature.encode.ColumnVector;
import trainer.data.format.table.DoubleParser;
import trainer.data.format.table.FieldText;

/**
 * One column of a batch. A field without text and quotes is NULL, and so is one with the job's text
 * for it.
 */
final class CsvField implements ColumnVector {
  private final CsvBatch batch;
  private final int field;
  private final String name;

  /** The text that means NULL, beside the empty field; null for none. */
  private final byte[] missing;

  CsvField(CsvBatch batch, int field, String name, String missing) {
    this.missing = missing.isEmpty() ? null : missing.getBytes(StandardCharsets.UTF_8);
    this.batch = batch;
    this.field = field;
    this.name = name;
  }

  @Override
  public boolean isNull(int record) {
    int start = batch.start(record, field);
    int end = batch.end(record, field);
    boolean isPerhaps = start == end || missing != null;
    return isPerhaps
        && !batch.isQuoted(record, field)
        && (start == end || hasText(missing, start, end));
  }

  private boolean hasText(byte[] wanted, int start, int end) {
    return Arrays.equals(batch.bytes(), start, end, wanted, 0, wanted.length);
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
    return batch.bytes();
  }

  @Override
  public int start(int record) {
    return batch.start(record, field);
  }

  @Override
  public int end(int record) {
    return batch.end(record, field);
  }

  @Override
  public boolean flag(int record) {
    throw new UnsupportedOperationException("CSV has no booleans");
  }

  /** Whether the field is a number; NaN and infinities are. */
  boolean isNumber(int record) {
    try {
      double unused = DoubleParser.parse(batch.bytes(), start(record), end(record));
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
