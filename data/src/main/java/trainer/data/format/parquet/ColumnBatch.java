package trainer.data.format.parquet;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.encode.ColumnVector;
import trainer.core.feature.encode.TextDictionary;
import trainer.data.format.encoding.BadPageException;
import trainer.data.format.encoding.PageBytes;
import trainer.data.format.encoding.RawValues;
import trainer.data.format.table.FieldText;
import trainer.data.format.table.RealText;
import trainer.data.format.unit.ValueForm;

/**
 * The values of a column in some rows: a number, a text or both each. A text is in the batch
 * itself, or an entry of the dictionary of its row group. Confined to one thread.
 */
final class ColumnBatch implements ColumnVector {
  /** The most bytes of the texts of a batch. */
  private static final int MOST_TEXT = 1 << 30;

  private final ParquetColumn column;
  private final ValueForm form;
  private final boolean hasTexts;

  /** Whether each row is NULL; null if none can be. */
  private final boolean[] nulls;

  /** The numbers of the rows; null where values are texts alone. */
  private final double[] numbers;

  private byte[] text = new byte[PageBytes.SPARE];
  private int textEnd;
  private final int[] starts;
  private final int[] ends;

  /** The entry of each row; −1 for a text of the batch itself. */
  private final int[] entries;

  private ColumnBatch dictionary;
  private TextDictionary entryNumbers;

  /**
   * An empty batch.
   *
   * @param form the form in which values are given
   */
  ColumnBatch(ParquetColumn column, ValueForm form, int capacity) {
    this.column = column;
    this.form = form;
    this.hasTexts = form.hasTexts(column.type().isExact());
    this.nulls = column.isOptional() ? new boolean[capacity] : null;
    this.numbers = form.hasNumbers() ? new double[capacity] : null;
    this.starts = hasTexts ? new int[capacity] : null;
    this.ends = hasTexts ? new int[capacity] : null;
    this.entries = hasTexts ? new int[capacity] : null;
  }

  /** An empty batch for the entries of a dictionary of this column. */
  ColumnBatch forEntries(int count) {
    ColumnBatch made = new ColumnBatch(column, form, count);
    made.entryNumbers = hasTexts ? new TextDictionary(count) : null;
    return made;
  }

  /** Forgets the rows, and takes the dictionary of the rows to come; null for none. */
  void begin(ColumnBatch entriesOfGroup) {
    textEnd = 0;
    dictionary = entriesOfGroup;
  }

  /** Sets whether rows from {@code from} on are NULL: those with a level of 0. */
  void setNulls(int from, int[] levels, int count) {
    for (int i = 0; i < count; i++) {
      nulls[from + i] = levels[i] == 0;
    }
  }

  /** Sets the values of some rows to entries of the dictionary. */
  void putEntries(int[] wanted, int[] rows, int count) {
    if (dictionary == null) {
      throw new BadPageException("it has entries of a dictionary, and there is none");
    }
    int size = dictionary.capacity();
    for (int i = 0; i < count; i++) {
      if (wanted[i] < 0 || wanted[i] >= size) {
        throw new BadPageException("entry " + wanted[i] + " of a dictionary of " + size);
      }
    }
    if (hasTexts) {
      for (int i = 0; i < count; i++) {
        entries[rows[i]] = wanted[i];
      }
    }
    if (numbers != null) {
      double[] known = dictionary.numbers;
      for (int i = 0; i < count; i++) {
        numbers[rows[i]] = known[wanted[i]];
      }
    }
  }

  private int capacity() {
    return hasTexts ? entries.length : numbers.length;
  }

  /** Sets the values of some rows. */
  void put(RawValues values, int[] rows, int count) {
    if (count == 0) {
      return;
    }
    boolean areBytes = column.isBytes();
    if (numbers != null) {
      putNumbers(values, areBytes, rows, count);
    }
    if (hasTexts && column.type().isExact()) {
      putDigits(values, areBytes, rows, count);
    } else if (hasTexts) {
      putTexts(values, rows, count);
    }
  }

  private void putNumbers(RawValues values, boolean areBytes, int[] rows, int count) {
    ColumnType type = column.type();
    if (type.form() == ColumnType.Form.SIGNED) {
      for (int i = 0; i < count; i++) {
        numbers[rows[i]] = values.words[i];
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      numbers[rows[i]] =
          areBytes
              ? type.number(values.bytes, values.starts[i], values.ends[i])
              : type.number(values.words[i]);
    }
  }

  /** Copies the range that has all texts, with the lengths between them: one copy is faster. */
  private void putTexts(RawValues values, int[] rows, int count) {
    int from = values.starts[0];
    int to = values.ends[count - 1];
    int at = textEnd - from;
    append(values.bytes, from, to - from);
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      starts[row] = at + values.starts[i];
      ends[row] = at + values.ends[i];
      entries[row] = -1;
    }
  }

  private void putDigits(RawValues values, boolean areBytes, int[] rows, int count) {
    ColumnType type = column.type();
    for (int i = 0; i < count; i++) {
      String text =
          areBytes
              ? type.digits(values.bytes, values.starts[i], values.ends[i])
              : type.digits(values.words[i]);
      byte[] digits = text.getBytes(StandardCharsets.US_ASCII);
      int row = rows[i];
      starts[row] = textEnd;
      append(digits, 0, digits.length);
      ends[row] = textEnd;
      entries[row] = -1;
    }
  }

  private void append(byte[] source, int from, int length) {
    if (length > MOST_TEXT - textEnd) {
      throw new FailureException(
          FailureKind.RECORD_TOO_LARGE,
          "the texts of " + capacity() + " rows have more than " + MOST_TEXT + " bytes",
          "column " + column.name(),
          "leave the column out of trainer.features");
    }
    int end = textEnd + length;
    if (end > text.length - PageBytes.SPARE) {
      text = Arrays.copyOf(text, Math.max(2 * text.length, end + PageBytes.SPARE));
    }
    System.arraycopy(source, from, text, textEnd, length);
    textEnd = end;
  }

  @Override
  public boolean isNull(int record) {
    return nulls != null && nulls[record];
  }

  /**
   * {@inheritDoc}
   *
   * @throws trainer.core.feature.BadFieldException if it is a text that is no number
   */
  @Override
  public double number(int record) {
    return numbers == null ? FieldText.number(column.name(), this, record) : numbers[record];
  }

  @Override
  public boolean flag(int record) {
    return numbers[record] != 0;
  }

  @Override
  public String text(int record) {
    if (hasTexts) {
      return ColumnVector.super.text(record);
    }
    return column.kind() == ColumnKind.BOOLEAN
        ? String.valueOf(flag(record))
        : RealText.of(numbers[record]);
  }

  @Override
  public byte[] bytes(int record) {
    return entries[record] < 0 ? text : dictionary.text;
  }

  @Override
  public int start(int record) {
    int entry = entries[record];
    return entry < 0 ? starts[record] : dictionary.starts[entry];
  }

  @Override
  public int end(int record) {
    int entry = entries[record];
    return entry < 0 ? ends[record] : dictionary.ends[entry];
  }

  @Override
  public TextDictionary dictionary() {
    return dictionary == null ? null : dictionary.entryNumbers;
  }

  @Override
  public int entry(int record) {
    return entries[record];
  }
}
