package trainer.it.errors;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The table of {@code docs/errors.md}, as it is printed. */
final class ErrorTable {
  private static final Path PAGE = Path.of("../../docs/errors.md");
  private static final Pattern ROW =
      Pattern.compile(
          "\\| `([a-z-]+)` \\| (.+) \\| (before|running|command) \\| (\\d+) \\| `([A-Z_]+)` \\| (.+) \\|");

  private ErrorTable() {}

  /** When a case is found. */
  enum Found {
    /** Before anything starts. */
    BEFORE,
    /** While the job runs. */
    RUNNING,
    /** By a command about a job. */
    COMMAND
  }

  /**
   * One line of it.
   *
   * @param says what the message holds
   */
  record Row(String name, Found found, int exitCode, String error, String says) {}

  static List<Row> rows() throws IOException {
    return Files.readAllLines(PAGE).stream()
        .filter(line -> line.startsWith("| `"))
        .map(ErrorTable::row)
        .toList();
  }

  private static Row row(String line) {
    Matcher row = ROW.matcher(line);
    if (!row.matches()) {
      throw new AssertionError("not a row of the table: " + line);
    }
    return new Row(
        row.group(1),
        Found.valueOf(row.group(3).toUpperCase(java.util.Locale.ROOT)),
        Integer.parseInt(row.group(4)),
        row.group(5),
        row.group(6));
  }
}
