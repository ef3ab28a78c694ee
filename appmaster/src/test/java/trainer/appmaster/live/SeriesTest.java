package trainer.appmaster.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class SeriesTest {
  private final Series series = new Series(4);

  private void add(int from, int to) {
    for (int i = from; i <= to; i++) {
      series.add(i, IntNode.valueOf(i));
    }
  }

  private List<Integer> points(long seen) {
    return StreamSupport.stream(series.since(seen).path("points").spliterator(), false)
        .map(JsonNode::asInt)
        .toList();
  }

  @Test
  void readersGetThePointsAfterTheirMark() {
    add(1, 4);
    assertThat(points(0)).containsExactly(1, 2, 3, 4);
    assertThat(points(3)).containsExactly(4);
    assertThat(series.since(3).path("from").asInt()).isEqualTo(3);
    assertThat(series.isNewerThan(4)).isFalse();
  }

  @Test
  void aFullSeriesKeepsEverySecondPointFromThenOn() {
    add(1, 9);
    assertThat(points(0)).containsExactly(1, 5, 9);
    assertThat(series.isNewerThan(8)).isTrue();
  }

  @Test
  void readersGetAllPointsAnewAfterThinning() {
    add(1, 5);
    assertThat(series.since(4).path("from").asInt()).isZero();
    assertThat(points(4)).containsExactly(1, 3, 5);
    assertThat(points(5)).isEmpty();
  }

  @Test
  void aClearedSeriesIsNews() {
    add(1, 3);
    series.clear(4);
    assertThat(series.isNewerThan(3)).isTrue();
    assertThat(series.since(3).path("from").asInt()).isZero();
  }

  @Test
  void millionsOfPointsStayFew() {
    add(1, 1_000_000);
    assertThat(series.size()).isBetween(2, 4);
  }
}
