package trainer.master.job.bsp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.core.random.SplitMix64;

class WorkerSpeedsTest {
  private static final List<Incarnation> BOTH = List.of(new Incarnation(1), new Incarnation(2));
  private static final long SHORT = 500_000;
  private static final long LONG = 500_000_000;

  private final WorkerSpeeds pace = new WorkerSpeeds();

  @Test
  void whatIsNotMeasuredIsAverage() {
    pace.addMeasurement(new Incarnation(1), 100, 1000);
    assertThat(pace.weights(BOTH)).containsExactly(1, 1);
  }

  @Test
  void aPartIsInProportionToTheSpeed() {
    pace.addMeasurement(new Incarnation(1), 1200, 1000);
    pace.addMeasurement(new Incarnation(2), 300, 1000);
    assertThat(pace.weights(BOTH)).containsExactly(1.6, 0.4);
  }

  @Test
  void noWorkerIsTrustedOrDistrustedTooMuch() {
    pace.addMeasurement(new Incarnation(1), 1_000_000, 1000);
    pace.addMeasurement(new Incarnation(2), 1, 1000);
    assertThat(pace.weights(BOTH)).containsExactly(2, 0.1);
  }

  @Test
  void nonsenseIsNotMeasured() {
    pace.addMeasurement(new Incarnation(1), 0, 5);
    pace.addMeasurement(new Incarnation(1), 5, 0);
    assertThat(pace.weights(List.of(new Incarnation(1)))).containsExactly(1);
  }

  /** Shares that are cut otherwise are of no use to those who keep them. */
  @Test
  void shortSharesThatTakeNowThisLongNowThatChangeNothing() {
    SplitMix64 noise = new SplitMix64(5);
    for (int share = 0; share < 2000; share++) {
      for (Incarnation worker : BOTH) {
        boolean disturbed = Math.floorMod(noise.next(), 10) == 0;
        pace.addMeasurement(worker, 2000, (disturbed ? 8 : 1) * SHORT);
      }
      List<Double> now = weights();
      if (share >= 100) {
        assertThat(now).as("share %d", share).allMatch(weight -> weight > 0.8 && weight < 1.2);
      }
    }
  }

  @Test
  void weightsStayUntilOneIsOffByAFifthAndThenAllAreAsMeasured() {
    shares(500, SHORT, SHORT);
    shares(2000, SHORT, SHORT * 12 / 10);
    assertThat(weights()).containsExactly(1.0, 1.0);
    shares(2000, SHORT, SHORT * 2);
    assertThat(weights().get(0)).isBetween(1.2, 1.4);
    assertThat(weights().get(1)).isBetween(0.6, 0.8);
  }

  @Test
  void aWorkerThatBecomesSlowGetsLessAndThenAsMuchAsBefore() {
    shares(500, SHORT, SHORT);
    int slow = sharesUntil(0.45, SHORT, 4 * SHORT);
    assertThat(slow).isBetween(40, 400);
    int fast = sharesUntil(0.95, SHORT, SHORT);
    assertThat(fast).isBetween(40, 600);
  }

  @Test
  void longSharesSayItSooner() {
    shares(500, LONG, LONG);
    assertThat(sharesUntil(0.45, LONG, 4 * LONG)).isLessThan(20);
  }

  /** A worker that is stopped again and again may have had short shares before. */
  @Test
  void shortSharesThatBecomeLongSayItSoonToo() {
    shares(500, SHORT, SHORT);
    assertThat(sharesUntil(0.45, SHORT, 1000 * SHORT)).isLessThan(20);
  }

  /** Of the second worker, until its weight is on that side of {@code weight} where it goes. */
  private int sharesUntil(double weight, long first, long nanos) {
    boolean falls = weights().get(1) > weight;
    int shares = 0;
    while (falls ? weights().get(1) > weight : weights().get(1) < weight) {
      shares(1, first, nanos);
      assertThat(++shares).isLessThan(1000);
    }
    return shares;
  }

  private void shares(int count, long first, long second) {
    for (int i = 0; i < count; i++) {
      pace.addMeasurement(new Incarnation(1), 2000, first);
      pace.addMeasurement(new Incarnation(2), 2000, second);
      weights();
    }
  }

  private List<Double> weights() {
    return Arrays.stream(pace.weights(BOTH)).boxed().toList();
  }
}
