package trainer.journal.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** {@code report.html}: the page with a report in it, which a browser opens from a disk. */
final class ReportPage {
  /** The name of the file, and of its template. */
  static final String NAME = "report.html";

  private static final String PLACE = "id=\"report\">null<";

  private ReportPage() {}

  /**
   * The page of a report.
   *
   * @param json the report
   */
  static String of(String json) throws IOException {
    String page = new String(PageFiles.named(NAME), StandardCharsets.UTF_8);
    // In JSON a less-than sign stands in texts alone, where it may be escaped.
    return page.replace(PLACE, "id=\"report\">" + json.strip().replace("<", "\\u003c") + "<");
  }
}
