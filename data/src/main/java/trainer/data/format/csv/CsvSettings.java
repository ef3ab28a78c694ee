package trainer.data.format.csv;

import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import trainer.core.config.Key;
import trainer.core.config.Keys;
import trainer.core.config.Settings;
import trainer.core.failure.FailureException;
import trainer.core.failure.FailureKind;

/**
 * The {@code trainer.csv.*} of a job.
 *
 * @param delimiter the character between fields, or {@link #AUTO}
 * @param quote the character around fields
 * @param missing a text that means NULL; empty for none beside the empty field
 * @param columns the names of the columns of files without a header; empty for files with one
 */
record CsvSettings(byte delimiter, byte quote, String missing, List<String> columns) {
  /** Stands for a delimiter that the first line of each file decides. */
  static final byte AUTO = 0;

  private static final byte[] CANDIDATES = {',', ';', '\t', '|'};

  /**
   * Those of a job.
   *
   * @throws FailureException CONFIG_INVALID for a value that is no such character
   */
  static CsvSettings of(Settings settings) {
    String columns = settings.get(Keys.CSV_COLUMNS);
    CsvSettings made =
        new CsvSettings(
            (byte) (char) settings.get(Keys.CSV_DELIMITER),
            (byte) (char) settings.get(Keys.CSV_QUOTE),
            settings.get(Keys.CSV_NULL),
            columns.isBlank()
                ? List.of()
                : Stream.of(columns.split(",")).map(String::strip).toList());
    if (made.columns.contains("") || new HashSet<>(made.columns).size() < made.columns.size()) {
      throw invalid(Keys.CSV_COLUMNS, "a column has no name, or the name of another one");
    }
    if (made.delimiter == made.quote) {
      throw invalid(Keys.CSV_QUOTE, "delimiter and quote are the same character");
    }
    return made;
  }

  private static FailureException invalid(Key<?> key, String what) {
    return new FailureException(
        FailureKind.CONFIG_INVALID, what, key.name(), "give " + key.expected());
  }

  /** The form of a file's text. */
  CsvDialect dialect(byte[] firstLine) {
    return new CsvDialect(delimiter == AUTO ? mostFrequent(firstLine) : delimiter, quote);
  }

  /** The candidate that a line has most of outside of quotes; a comma if it has none. */
  private byte mostFrequent(byte[] line) {
    byte most = CANDIDATES[0];
    long count = 0;
    for (byte candidate : CANDIDATES) {
      long own = outsideOfQuotes(line, candidate);
      if (candidate != quote && own > count) {
        most = candidate;
        count = own;
      }
    }
    return most;
  }

  private long outsideOfQuotes(byte[] line, byte wanted) {
    long count = 0;
    boolean isQuoted = false;
    for (byte c : line) {
      isQuoted ^= c == quote;
      count += c == wanted && !isQuoted ? 1 : 0;
    }
    return count;
  }
}
