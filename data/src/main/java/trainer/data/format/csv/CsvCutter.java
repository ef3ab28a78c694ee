package trainer.data.format.csv;

import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.format.BlockSink;
import trainer.data.format.FormatSettings;

/**
 * Cuts a CSV file into blocks of whole records, behind its header. It reads the file once from end
 * to end, since only the quotes before a newline show whether that ends a record.
 */
final class CsvCutter {
  private static final int MOST = Integer.MAX_VALUE - (1 << 21);

  private final CsvFile csv;
  private final FormatSettings settings;

  CsvCutter(CsvFile csv, FormatSettings settings) {
    this.csv = csv;
    this.settings = settings;
  }

  /** Reports the blocks: {@code trainer.block.records} records each, or about so many bytes. */
  void cut(BlockSink blocks) {
    CsvScanner scanner = csv.records();
    long from = csv.header().end();
    long records = 0;
    while (scanner.next()) {
      long end = scanner.place(scanner.record().position());
      records++;
      if (isFull(records, end - from)) {
        requireRoom(records, from, end);
        blocks.block(from, end - from, records, 0);
        from = end;
        records = 0;
      }
    }
    if (records > 0) {
      requireRoom(records, from, csv.file().length());
      blocks.block(from, csv.file().length() - from, records, 0);
    }
  }

  private boolean isFull(long records, long bytes) {
    return settings.blockRecords() > 0
        ? records == settings.blockRecords()
        : bytes >= settings.textBlockBytes();
  }

  private void requireRoom(long records, long from, long end) {
    if (end - from > MOST) {
      throw new FailureException(
          FailureKind.RECORD_TOO_LARGE,
          records + " records take " + (end - from) + " bytes, more than one block can hold",
          csv.file().file().path() + " at byte " + from,
          "lower trainer.block.records or trainer.text.block-bytes");
    }
  }
}
