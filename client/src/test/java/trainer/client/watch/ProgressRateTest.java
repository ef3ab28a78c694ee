package trainer.client.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgressRateTest {
  private static final long SECOND = 1_000_000_000L;

  private final ProgressRate pace = new ProgressRate();

  @Test
  void nothingIsKnownOfOneCount() {
    pace.observe(100, 0.1, true, SECOND);
    assertThat(pace.recordsPerSecond()).isZero();
    assertThat(pace.secondsLeft()).isNaN();
  }

  @Test
  void looksBetweenTwoCountsChangeNothing() {
    pace.observe(0, 0, true, 0);
    pace.observe(1000, 0.1, true, SECOND);
    double atOnce = pace.recordsPerSecond();
    pace.observe(1000, 0.1, true, SECOND + SECOND / 4);
    pace.observe(1000, 0.1, true, SECOND + SECOND / 2);
    assertThat(pace.recordsPerSecond()).isEqualTo(atOnce).isEqualTo(1000);
    assertThat(pace.secondsLeft()).isEqualTo(9);
  }

  @Test
  void onlyTheLastTenSecondsCount() {
    for (int second = 0; second <= 60; second++) {
      pace.observe(
          second <= 30 ? second : 30 + 100L * (second - 30), second / 120.0, true, second * SECOND);
    }
    assertThat(pace.recordsPerSecond()).isEqualTo(100);
  }

  @Test
  void rateStaysWhenTrainingHasEnded() {
    pace.observe(0, 0, true, 0);
    pace.observe(500, 0.5, true, SECOND);
    pace.observe(1000, 1, true, 2 * SECOND);
    pace.observe(1010, 1, true, 60 * SECOND);
    assertThat(pace.recordsPerSecond()).isEqualTo(500);
    assertThat(pace.secondsLeft()).isZero();
  }

  @Test
  void anotherMasterCountsAnew() {
    pace.observe(0, 0, true, 0);
    pace.observe(1000, 0.5, true, SECOND);
    pace.observe(10, 0.4, true, 2 * SECOND);
    pace.observe(20, 0.5, true, 3 * SECOND);
    assertThat(pace.recordsPerSecond()).isEqualTo(10);
  }

  @Test
  void countThatDoesNotGrowStandsStill() {
    pace.observe(0, 0, true, 0);
    pace.observe(1000, 0.1, true, SECOND);
    pace.observe(1000, 0.1, true, 5 * SECOND);
    assertThat(pace.secondsStill()).isZero();
    pace.observe(1000, 0.1, true, 13 * SECOND);
    assertThat(pace.secondsStill()).isEqualTo(12);
    pace.observe(1100, 0.2, true, 14 * SECOND);
    assertThat(pace.secondsStill()).isZero();
  }

  @Test
  void slowStepsAreNoStandstill() {
    pace.observe(0, 0, true, 0);
    pace.observe(1000, 0.1, true, 9 * SECOND);
    pace.observe(1000, 0.1, true, 30 * SECOND);
    assertThat(pace.secondsStill()).isZero();
    pace.observe(1000, 0.1, true, 37 * SECOND);
    assertThat(pace.secondsStill()).isEqualTo(28);
  }

  @Test
  void beforeAndAfterTrainingNothingStandsStill() {
    pace.observe(0, 0, false, 0);
    pace.observe(0, 0, false, 60 * SECOND);
    assertThat(pace.secondsStill()).isZero();
    pace.observe(0, 0, true, 61 * SECOND);
    assertThat(pace.secondsStill()).isZero();
    pace.observe(1000, 1, true, 62 * SECOND);
    pace.observe(1000, 1, true, 90 * SECOND);
    assertThat(pace.secondsStill()).isZero();
  }
}
