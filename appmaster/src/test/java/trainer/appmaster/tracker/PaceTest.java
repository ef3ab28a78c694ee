package trainer.appmaster.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.random.SplitMix64;

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

  /** Shares that are cut otherwise are of no use to those who keep them. */
  @Test
  void shortSharesThatTakeNowThisLongNowThatChangeNothing() {
    SplitMix64 noise = new SplitMix64(5);
    for (int share = 0; share < 2000; share++) {
      for (long worker = 1; worker <= 2; worker++) {
        boolean disturbed = Math.floorMod(noise.next(), 10) == 0;
        pace.measured(worker, 2000, (disturbed ? 8 : 1) * 500_000L);
      }
      assertThat(share < 40 ? List.of(1.0) : weights()).as("share %d", share).containsOnly(1.0);
    }
  }

  @Test
  void aWorkerThatBecomesSlowGetsLessAndThenAsMuchAsBefore() {
    measureUntil(4, 200, 0.4);
    measureUntil(1, 600, 1.0);
  }

  @Test
  void longSharesSayItSooner() {
    pace.measured(1, 2000, 1_000_000_000L);
    pace.measured(2, 2000, 1_000_000_000L);
    for (int share = 0; share < 6; share++) {
      pace.measured(1, 2000, 1_000_000_000L);
      pace.measured(2, 2000, 4_000_000_000L);
    }
    assertThat(weights().get(1)).isLessThan(0.8);
  }

  /**
   * Of the second worker, until shares of half a millisecond that take it so many times as long.
   */
  private void measureUntil(int times, int sharesAtMost, double weight) {
    int shares = 0;
    while (Math.abs(weights().get(1) - weight) > 0.15) {
      pace.measured(1, 2000, 500_000);
      pace.measured(2, 2000, times * 500_000L);
      assertThat(++shares).isLessThan(sharesAtMost);
    }
  }

  private List<Double> weights() {
    return Arrays.stream(pace.weights(List.of(1L, 2L))).boxed().toList();
  }
}
