package trainer.journal.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class ReportPageTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Test
  void bothDocumentsAreInThePageAndEndNoScript() throws Exception {
    String report = "{\"name\" : \"</script><b>$1 id=\\\"configuration\\\">null<\"}";
    String configuration = "{\"keys\" : [\"</script>\"]}";
    String page = ReportPage.of(report + "\n", configuration);
    assertThat(embedded(page, "report")).isEqualTo(MAPPER.readTree(report));
    assertThat(embedded(page, "configuration")).isEqualTo(MAPPER.readTree(configuration));
  }

  private static JsonNode embedded(String page, String id) throws Exception {
    String opened = "<script type=\"application/json\" id=\"" + id + "\">";
    int begin = page.indexOf(opened) + opened.length();
    String embedded = page.substring(begin, page.indexOf("</script>", begin));
    assertThat(embedded).doesNotContain("<");
    return MAPPER.readTree(embedded);
  }

  @Test
  void thePageLoadsNothing() throws Exception {
    assertThat(ReportPage.of("{}", "null"))
        .doesNotContain("src=\"", "href=\"page/", "http://", "https://");
  }
}
