package trainer.data.format.orc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import trainer.core.feature.ColumnKind;
import trainer.core.feature.encode.ColumnVector;
import trainer.core.feature.encode.TextDictionary;
import trainer.data.format.encoding.BadPageException;
import trainer.data.format.stream.StreamInput;
import trainer.data.format.table.FieldText;
import trainer.data.format.table.RealText;
import trainer.data.format.unit.UnitReader;
import trainer.data.format.unit.ValueForm;

/**
 * The values of a column in some rows: a number, a text or both each. A text is in the batch
 * itself, or an entry of the dictionary of its stripe. Confined to one thread.
 */
final class OrcBatch implements ColumnVector {
  private final OrcColumn column;
  private final boolean hasTexts;
  private final int mostBytes;
  private final boolean[] nulls = new boolean[UnitReader.BATCH];

  /** The numbers of the rows; null where values are texts alone. */
  private final double[] numbers;

  private final TextBuffer text;
  private final int[] starts;
  private final int[] ends;

  /** The entry of each row; −1 for a text of the batch itself. */
  private final int[] entries;

  private OrcDictionary dictionary;

  /**
   * An empty batch.
   *
   * @param form the form in which values are given
   * @param mostBytes the most bytes of a text
   */
  OrcBatch(OrcColumn column, ValueForm form, int mostBytes) {
    this.column = column;
    this.hasTexts = form.hasTexts(column.isExact());
    this.mostBytes = mostBytes;
    this.numbers = form.hasNumbers() ? new double[UnitReader.BATCH] : null;
    this.text = hasTexts ? new TextBuffer(column.name(), mostBytes) : null;
    this.starts = hasTexts ? new int[UnitReader.BATCH] : null;
    this.ends = hasTexts ? new int[UnitReader.BATCH] : null;
    this.entries = hasTexts ? new int[UnitReader.BATCH] : null;
  }

  OrcColumn column() {
    return column;
  }

  int mostBytes() {
    return mostBytes;
  }

  /** Forgets the rows, and takes the dictionary of the rows to come; null for none. */
  void begin(OrcDictionary ofStripe) {
    dictionary = ofStripe;
    Arrays.fill(nulls, false);
    clearTexts();
  }

  /** Forgets the texts of the batch itself. */
  void clearTexts() {
    if (hasTexts) {
      text.clear();
    }
  }

  /** Whether each row is NULL, to be set. */
  boolean[] nulls() {
    return nulls;
  }

  /** Whether values are given as texts. */
  boolean hasTexts() {
    return hasTexts;
  }

  void putNumber(int row, double number) {
    numbers[row] = number;
  }

  /** Sets some rows to whole numbers, to their digits or to both. */
  void putWords(long[] words, int[] rows, int count) {
    if (numbers != null) {
      for (int i = 0; i < count; i++) {
        numbers[rows[i]] = words[i];
      }
    }
    if (hasTexts) {
      for (int i = 0; i < count; i++) {
        putDigits(rows[i], Long.toString(words[i]));
      }
    }
  }

  /** Sets the text of a row to the digits of its number. */
  void putDigits(int row, String digits) {
    starts[row] = text.end();
    text.append(digits.getBytes(StandardCharsets.US_ASCII));
    ends[row] = text.end();
    entries[row] = -1;
  }

  /** Sets some rows to the next texts of a stream. */
  void putTexts(StreamInput data, long[] lengths, int[] rows, int count) {
    int at = text.end();
    text.append(data, text.sum(0, lengths, count));
    boolean isFilled = column.type().form() == OrcType.Form.FILLED_TEXT;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      int end = at + (int) lengths[i];
      starts[row] = at;
      ends[row] = isFilled ? text.trimmed(at, end) : end;
      entries[row] = -1;
      at = end;
    }
  }

  /** Sets some rows to entries of the dictionary. */
  void putEntries(long[] wanted, int[] rows, int count) {
    int size = dictionary.size();
    for (int i = 0; i < count; i++) {
      if (wanted[i] < 0 || wanted[i] >= size) {
        throw new BadPageException("entry " + wanted[i] + " of a dictionary of " + size);
      }
      entries[rows[i]] = (int) wanted[i];
    }
  }

  @Override
  public boolean isNull(int record) {
    return nulls[record];
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
    return entries[record] < 0 ? text.bytes() : dictionary.bytes();
  }

  @Override
  public int start(int record) {
    int entry = entries[record];
    return entry < 0 ? starts[record] : dictionary.start(entry);
  }

  @Override
  public int end(int record) {
    int entry = entries[record];
    return entry < 0 ? ends[record] : dictionary.end(entry);
  }

  @Override
  public TextDictionary dictionary() {
    return dictionary == null ? null : dictionary.numbers();
  }

  @Override
  public int entry(int record) {
    return entries[record];
  }
}
