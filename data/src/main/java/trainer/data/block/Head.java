package trainer.data.block;

import trainer.core.input.BadRecords;

/**
 * The first records of a file, as the parser of its format reads them.
 *
 * @param records how many of them are sound
 * @param whole whether the file holds no further record
 * @param bad those that are broken
 */
public record Head(long records, boolean whole, BadRecords bad) {
  /** Of a file that holds no record at all. */
  public static final Head EMPTY = new Head(0, true, BadRecords.NONE);

  /** Of a file whose first records are not looked at. */
  public static final Head UNREAD = new Head(0, false, BadRecords.NONE);

  /** Whether the file is known to hold no record. */
  public boolean isEmpty() {
    return whole && records == 0 && bad.count() == 0;
  }
}
