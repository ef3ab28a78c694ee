package trainer.data.format;

import trainer.core.input.BadRecords;

/**
 * The first records of a file, as the parser of its format reads them.
 *
 * @param records the number of valid records among them
 * @param whole whether the file holds no further record
 * @param bad the broken records among them
 */
public record Head(long records, boolean whole, BadRecords bad) {
  /** The head of a file without records. */
  public static final Head EMPTY = new Head(0, true, BadRecords.NONE);

  /** The head of a file whose first records are not read. */
  public static final Head UNREAD = new Head(0, false, BadRecords.NONE);

  /** Whether the file certainly holds no record. */
  public boolean isEmpty() {
    return whole && records == 0 && bad.count() == 0;
  }
}
