package trainer.data.format.csv;

import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.PinnedFile;
import trainer.data.format.BlockSink;
import trainer.data.format.FormatSettings;

/**
 * Cuts a CSV file into blocks of whole records, behind its header. It reads the file once from end
 * to end, since only the quotes before a newline show whether that ends a record.
 */
final class CsvCutter {
  private static final int MOST = Integer.MAX_VALUE - (1 << 21);

  private final PinnedFile file;
  private final CsvDialect dialect;
  private final FormatSettings settings;

  CsvCutter(PinnedFile file, CsvDialect dialect, FormatSettings settings) {
    this.file = file;
    this.dialect = dialect;
    this.settings = settings;
  }

  /** Reports the blocks: {@code trainer.block.records} records each, or about so many bytes. */
  void cut(BlockSink blocks) {
    CsvScanner scanner = new CsvScanner(file, dialect, settings.maxRecordBytes());
    if (!scanner.next()) {
      return;
    }
    long from = scanner.place(scanner.record().position());
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
      requireRoom(records, from, file.length());
      blocks.block(from, file.length() - from, records, 0);
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
          file.file().path() + " at byte " + from,
          "lower trainer.block.records or trainer.text.block-bytes");
    }
  }
}
