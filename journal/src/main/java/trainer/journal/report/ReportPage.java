package trainer.journal.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** {@code report.html}: the page with a report in it, which a browser opens from a disk. */
final class ReportPage {
  private static final String TEMPLATE = "/trainer/page/report.html";
  private static final String PLACE = "id=\"report\">null<";

  private ReportPage() {}

  /**
   * The page of a report.
   *
   * @param json the report
   */
  static String of(String json) throws IOException {
    try (InputStream template = ReportPage.class.getResourceAsStream(TEMPLATE)) {
      String page = new String(template.readAllBytes(), StandardCharsets.UTF_8);
      // In JSON a less-than sign stands in texts alone, where it may be escaped.
      return page.replace(PLACE, "id=\"report\">" + json.strip().replace("<", "\\u003c") + "<");
    }
  }
}
