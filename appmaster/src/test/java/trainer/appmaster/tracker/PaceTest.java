package trainer.appmaster.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PaceTest {
  private final Pace pace = new Pace();

  @Test
  void whatIsNotMeasuredIsAverage() {
    pace.measured(1, 100, 1000);
    assertThat(pace.weights(List.of(1L, 2L))).containsExactly(1, 1);
  }

  @Test
  void aPartIsInProportionToTheSpeed() {
    pace.measured(1, 1200, 1000);
    pace.measured(2, 300, 1000);
    assertThat(pace.weights(List.of(1L, 2L))).containsExactly(1.6, 0.4);
  }

  @Test
  void noWorkerIsTrustedOrDistrustedTooMuch() {
    pace.measured(1, 1_000_000, 1000);
    pace.measured(2, 1, 1000);
    assertThat(pace.weights(List.of(1L, 2L))).containsExactly(2, 0.1);
  }

  @Test
  void nonsenseIsNotMeasured() {
    pace.measured(1, 0, 5);
    pace.measured(1, 5, 0);
    assertThat(pace.weights(List.of(1L))).containsExactly(1);
  }
}
