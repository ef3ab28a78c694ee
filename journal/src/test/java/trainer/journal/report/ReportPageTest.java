package trainer.journal.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class ReportPageTest {
  private static final String OPENED = "<script type=\"application/json\" id=\"report\">";

  @Test
  void theReportIsInThePageAndEndsNoScript() throws Exception {
    String json = "{\"name\" : \"</script><b>$1\"}";
    String page = ReportPage.of(json + "\n");
    int begin = page.indexOf(OPENED) + OPENED.length();
    String embedded = page.substring(begin, page.indexOf("</script>", begin));
    ObjectMapper mapper = new ObjectMapper();
    assertThat(mapper.readTree(embedded)).isEqualTo(mapper.readTree(json));
    assertThat(embedded).doesNotContain("<");
  }

  @Test
  void thePageLoadsNothing() throws Exception {
    assertThat(ReportPage.of("{}")).doesNotContain("src=\"", "href=\"page/", "http://", "https://");
  }
}
