package trainer.core.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RowsElsewhereTest {
  private final RowsElsewhere elsewhere = new RowsElsewhere();

  private void report(long rows, long millis) {
    elsewhere.onReport(rows, TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private double at(long millis) {
    return elsewhere.at(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Test
  void growAsBeforeBetweenReports() {
    report(100, 1_000);
    assertThat(at(2_000)).isEqualTo(100);
    report(300, 2_000);
    assertThat(at(2_500)).isCloseTo(400, within(1e-6));
    elsewhere.restart();
    report(5, 3_000);
    assertThat(at(9_000)).isEqualTo(5);
  }

  @Test
  void growNoFasterAfterReportsThatAreCloseTogether() {
    report(0, 0);
    report(500, 1_000);
    report(530, 1_001);
    assertThat(at(2_001)).isCloseTo(1_030, within(1e-6));
    report(1_000, 2_000);
    assertThat(at(3_000)).isCloseTo(1_500, within(1e-6));
  }
}
