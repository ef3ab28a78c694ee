package trainer.core.feature.encode;

import java.nio.charset.StandardCharsets;
import trainer.core.feature.ColumnKind;

/**
 * The values of one column in some records, numbered from 0. Which of {@link #number}, {@link
 * #bytes} and {@link #flag} applies follows from the column's {@link ColumnKind}.
 */
public interface ColumnVector {
  /** Whether a record has no value. */
  boolean isNull(int record);

  /** The number of a record, perhaps NaN or infinite. */
  double number(int record);

  /** An array that contains the text of a record in UTF-8, from {@link #start} to {@link #end}. */
  byte[] bytes(int record);

  /** Where the text of a record begins. */
  int start(int record);

  /** Where the text of a record ends. */
  int end(int record);

  /** The boolean of a record. */
  boolean flag(int record);

  /**
   * The value of a record as scoring copies it to its output, with all the digits that the file
   * has. The record has a value.
   *
   * @throws trainer.core.feature.BadFieldException if the field is broken
   */
  default String text(int record) {
    int start = start(record);
    return new String(bytes(record), start, end(record) - start, StandardCharsets.UTF_8);
  }

  /** The dictionary that {@link #entry} refers to; null without one. */
  default TextDictionary dictionary() {
    return null;
  }

  /** The number of a record's text in the dictionary, or −1 for a text that is not from it. */
  default int entry(int record) {
    return -1;
  }
}
