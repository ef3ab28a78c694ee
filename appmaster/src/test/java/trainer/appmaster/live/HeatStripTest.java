package trainer.appmaster.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class HeatStripTest {
  private final HeatStrip strip = new HeatStrip();
  private long sequence;

  private void sample(Workers workers) {
    strip.sample(++sequence, workers.view(), 1000 * sequence);
  }

  private List<String> cells() {
    return StreamSupport.stream(strip.since(0).path("columns").spliterator(), false)
        .map(column -> column.path("cells").asText())
        .toList();
  }

  @Test
  void aCellSaysHowSlowAWorkerIsAgainstTheMedian() {
    sample(Workers.at(0).with(0, 1, 0, 0).with(1, 2, 0, 0).with(2, 3, 0, 0));
    assertThat(cells()).isEmpty();
    sample(Workers.at(4).with(0, 1, 4, 4).with(1, 2, 4, 4.1).with(2, 3, 4, 8.3));
    assertThat(cells()).containsExactly("003");
    JsonNode column = strip.since(0).path("columns").path(0);
    assertThat(column.path("from").asLong()).isEqualTo(1);
    assertThat(column.path("to").asLong()).isEqualTo(4);
    sample(Workers.at(5).with(0, 1, 5, 5).with(1, 2, 5, 5.1).with(2, 3, 5, 90));
    assertThat(cells()).containsExactly("003", "009");
    assertThat(strip.since(2).path("columns")).hasSize(1);
    assertThat(strip.isNewerThan(3)).isFalse();
  }

  @Test
  void aMomentWithoutAFinishedMinibatchAddsNoColumn() {
    sample(Workers.at(1).with(0, 1, 1, 1));
    sample(Workers.at(1).with(0, 1, 1, 2));
    assertThat(cells()).containsExactly("0");
  }

  @Test
  void aWorkerWithoutANewHeartbeatKeepsItsCell() {
    sample(Workers.at(0).with(0, 1, 0, 0).with(1, 2, 0, 0));
    sample(Workers.at(1).with(0, 1, 1, 1).with(1, 2, 1, 4));
    sample(Workers.at(2).with(0, 1, 2, 2).with(1, 2, 1, 4));
    assertThat(cells()).containsExactly("06", "06");
    sample(Workers.at(3).with(0, 1, 3, 3).with(1, 2, 1, 5));
    assertThat(cells()).containsExactly("06", "06", "0.");
    sample(Workers.at(4).with(0, 1, 4, 4).with(1, 2, 2, 8));
    assertThat(cells()).containsExactly("06", "06", "0.", "06");
  }

  @Test
  void aSingleWorkerThatIsReplacedIsMarked() {
    sample(Workers.at(9).with(0, 1, 9, 9));
    sample(Workers.at(9).with(0, 1, 9, 9, "exit status 137").with(0, 2, 0, 0));
    sample(Workers.at(10).with(0, 1, 9, 9, "exit status 137").with(0, 2, 1, 1));
    sample(Workers.at(11).with(0, 1, 9, 9, "exit status 137").with(0, 2, 2, 2));
    assertThat(cells()).containsExactly("0", "x", "0");
  }

  @Test
  void aWorkerThatLeavesAsOrderedIsNotLost() {
    sample(Workers.at(1).with(0, 1, 1, 1).with(1, 2, 1, 1));
    sample(Workers.at(2).with(0, 1, 2, 2));
    assertThat(cells()).containsExactly("00", "0.");
  }

  @Test
  void aLostWorkerIsMarkedOnce() {
    sample(Workers.at(0).with(0, 1, 0, 0).with(1, 2, 0, 0));
    sample(Workers.at(1).with(0, 1, 1, 1).with(1, 2, 1, 1));
    sample(Workers.at(2).with(0, 1, 2, 2).with(1, 2, 1, 1, "exit status 137"));
    sample(Workers.at(3).with(0, 1, 3, 3).with(1, 2, 1, 1, "exit status 137").with(1, 9, 1, 1));
    sample(Workers.at(4).with(0, 1, 4, 4).with(1, 9, 2, 2));
    assertThat(cells()).containsExactly("00", "0x", "00", "00");
  }

  @Test
  void manyWorkersShareRows() {
    Workers first = Workers.at(0);
    Workers second = Workers.at(1);
    for (int i = 0; i < 1000; i++) {
      first.with(i, i + 1, 0, 0);
      second.with(i, i + 1, 1, i == 7 ? 2.1 : 1);
    }
    sample(first);
    sample(second);
    assertThat(strip.since(0).path("workersPerRow").asInt()).isEqualTo(5);
    assertThat(cells()).containsExactly("03" + "0".repeat(198));
  }

  @Test
  void keepsTheNewestColumns() {
    for (int i = 0; i < 100; i++) {
      sample(Workers.at(i).with(0, 1, i, i));
    }
    assertThat(cells()).hasSize(60);
    assertThat(strip.since(0).path("columns").path(59).path("to").asLong()).isEqualTo(99);
  }
}
