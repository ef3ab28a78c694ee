package trainer.client.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class RatePlotTest {
  private static Document drawn(RatePlot plot) throws Exception {
    byte[] svg = plot.toSvg().getBytes(StandardCharsets.UTF_8);
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg));
  }

  @Test
  void hasALineForEachJobAndAMarkForAnEvent() throws Exception {
    RatePlot plot = new RatePlot();
    for (int second = 0; second <= 10; second++) {
      plot.add("texts", second, 10 * second);
      plot.add("images", second, 100 - 10 * second);
    }
    plot.mark(5, "worker killed");
    Document svg = drawn(plot);
    assertThat(svg.getElementsByTagName("polyline").getLength()).isEqualTo(2);
    assertThat(plot.toSvg())
        .contains("60.0,65.5 ", "780.0,320.0 ") // the first job falls from 100 of 110 to 0
        .contains(">worker killed</text>")
        .contains(">images</text>")
        .contains(">texts</text>");
  }

  @Test
  void isADrawingWithoutPointsToo() throws Exception {
    assertThat(drawn(new RatePlot()).getElementsByTagName("polyline").getLength()).isZero();
  }
}
