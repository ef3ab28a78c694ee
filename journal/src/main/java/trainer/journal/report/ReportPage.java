package trainer.journal.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** {@code report.html}: the page with a report in it, which a browser opens from a disk. */
final class ReportPage {
  /** The name of the file, and of its template. */
  static final String NAME = "report.html";

  private ReportPage() {}

  /**
   * The page of a report.
   *
   * @param report JSON
   * @param configuration the values of the job's keys, JSON; {@code null} where they are not known
   */
  static String of(String report, String configuration) throws IOException {
    String page = new String(PageFiles.named(NAME), StandardCharsets.UTF_8);
    return with(with(page, "report", report), "configuration", configuration);
  }

  private static String with(String page, String id, String json) {
    String place = "id=\"" + id + "\">";
    // In JSON a less-than sign stands in texts alone, where it may be escaped.
    return page.replace(place + "null<", place + json.strip().replace("<", "\\u003c") + "<");
  }
}
