package trainer.data.format.csv;

/**
 * The places of the fields of some records in the parser's buffer. All records have as many fields.
 * Confined to one thread.
 */
final class CsvBatch {
  /** The most fields of a batch, so that their places stay in the fastest caches of a core. */
  private static final int MOST_FIELDS = 4096;

  private static final int FEWEST_RECORDS = 16;

  private final int fields;
  private final int capacity;
  private final int[] starts;
  private final int[] ends;
  private final byte[] forms;
  private final int[] places;
  private byte[] bytes = new byte[0];
  private int records;

  /**
   * An empty batch.
   *
   * @param fields of each record
   */
  CsvBatch(int fields) {
    this.fields = fields;
    this.capacity = Math.max(FEWEST_RECORDS, MOST_FIELDS / Math.max(1, fields));
    this.starts = new int[capacity * fields];
    this.ends = new int[capacity * fields];
    this.forms = new byte[capacity * fields];
    this.places = new int[capacity];
  }

  /** Removes all records. */
  void clear() {
    records = 0;
  }

  /** Adds the present record of a parser, whose buffer is that of the records before. */
  void add(CsvParser record) {
    record.copyFields(starts, ends, forms, records * fields);
    bytes = record.bytes();
    places[records++] = record.start();
  }

  boolean isFull() {
    return records == capacity;
  }

  /** The number of records. */
  int size() {
    return records;
  }

  /** Where a record begins in the buffer. */
  int place(int record) {
    return places[record];
  }

  /** The buffer. */
  byte[] bytes() {
    return bytes;
  }

  /** Where the text of a field begins in the buffer. */
  int start(int record, int field) {
    return starts[record * fields + field];
  }

  /** Where the text of a field ends in the buffer. */
  int end(int record, int field) {
    return ends[record * fields + field];
  }

  /** Whether a field is in quotes. */
  boolean isQuoted(int record, int field) {
    return forms[record * fields + field] != CsvParser.PLAIN;
  }
}
