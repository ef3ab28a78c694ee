package trainer.data.format.csv;

import java.util.Arrays;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.PinnedFile;
import trainer.data.format.ByteOrderMark;
import trainer.data.format.FormatSettings;

/**
 * An open CSV file: the form of its text and the names of its columns.
 *
 * @param missing a text that means NULL, or empty
 * @param header its first record, or the names that {@code trainer.csv.columns} gives
 */
record CsvFile(
    PinnedFile file, CsvDialect dialect, String missing, CsvHeader header, int maxRecordBytes) {
  /** The bytes in which the end of the first line is searched, to find the delimiter. */
  private static final int FIRST_LINE = 1 << 16;

  /**
   * Reads the header of a file.
   *
   * @throws trainer.core.failure.FailureException CONFIG_INVALID, INPUT_BAD_FILE, INPUT_CORRUPT
   */
  static CsvFile open(PinnedFile file, FormatSettings settings) {
    CsvSettings csv = CsvSettings.of(settings.job());
    byte[] start = new byte[(int) Math.min(FIRST_LINE, file.length())];
    file.read(0, start, 0, start.length);
    byte[] first = firstLine(start);
    requireLineFeeds(file, first);
    CsvDialect dialect = csv.dialect(first);
    CsvHeader header =
        csv.columns().isEmpty()
            ? CsvHeader.read(file, dialect, settings.maxRecordBytes())
            : new CsvHeader(csv.columns(), ByteOrderMark.length(start, start.length));
    return new CsvFile(file, dialect, csv.missing(), header, settings.maxRecordBytes());
  }

  /** Rejects lines that end with CR alone: the whole file would be the header. */
  private static void requireLineFeeds(PinnedFile file, byte[] first) {
    for (int i = 0; i + 1 < first.length; i++) {
      if (first[i] == '\r') {
        throw new FailureException(
            FailureKind.INPUT_BAD_FILE,
            "a carriage return within the first line; lines end with LF or CR LF",
            file.file().path() + " at byte " + i,
            "convert the file, as tr '\\r' '\\n' does");
      }
    }
  }

  /** The first line that is not blank. */
  private static byte[] firstLine(byte[] start) {
    int begin = ByteOrderMark.length(start, start.length);
    while (begin < start.length && (start[begin] == '\n' || start[begin] == '\r')) {
      begin++;
    }
    int end = begin;
    while (end < start.length && start[end] != '\n') {
      end++;
    }
    return Arrays.copyOfRange(start, begin, end);
  }

  /** Whether the file has no header, and so no record either. */
  boolean isEmpty() {
    return header.columns().isEmpty();
  }

  /** A scanner that stands before the first record behind the header. */
  CsvScanner records() {
    return new CsvScanner(file, dialect, maxRecordBytes, header.end());
  }
}
