package trainer.data.format.csv;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;
import trainer.data.file.PinnedFile;

/**
 * The names of the columns of a CSV file, from its first record.
 *
 * @param columns the names in their order, without blanks around them
 * @param end the byte at which the first record after it begins
 */
record CsvHeader(List<String> columns, long end) {
  /**
   * Reads a file's header; without columns if the file holds no record.
   *
   * @throws FailureException INPUT_BAD_FILE for a column without a name and for a name that occurs
   *     twice
   */
  static CsvHeader read(PinnedFile file, CsvDialect dialect, int maxRecordBytes) {
    CsvScanner scanner = new CsvScanner(file, dialect, maxRecordBytes, 0);
    if (!scanner.next()) {
      return new CsvHeader(List.of(), file.length());
    }
    CsvParser record = scanner.record();
    List<String> names = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < record.fields(); i++) {
      int end = record.end(i);
      int start = record.start(i);
      String name =
          new String(scanner.buffer(), start, end - start, StandardCharsets.UTF_8).strip();
      if (name.isEmpty()) {
        throw bad(file, "column " + (i + 1) + " of the header has no name");
      }
      if (!seen.add(name)) {
        throw bad(file, "the header names column '" + name + "' twice");
      }
      names.add(name);
    }
    return new CsvHeader(List.copyOf(names), scanner.place(record.position()));
  }

  private static FailureException bad(PinnedFile file, String what) {
    return new FailureException(
        FailureKind.INPUT_BAD_FILE,
        what,
        file.file().path() + ", line 1",
        "give each column a name of its own in the first line");
  }
}
