package trainer.master.job.bsp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;

class StragglerDetectorTest {
  private static final long STEP = Duration.ofMillis(100).toNanos();

  private final StragglerDetector slow = new StragglerDetector();
  private long now;

  /**
   * So many versions, a tenth of a second each; of every {@code of} versions it lags in one less.
   */
  private void build(Incarnation worker, int versions, int of) {
    for (int i = 0; i < versions; i++) {
      now += STEP;
      boolean late = of > 0 && i % of > 0;
      slow.onBuilt(worker, late, late ? 18 * STEP : STEP, STEP, now);
    }
  }

  @Test
  void areThoseThatLagMostOfTheTimeForSomeSeconds() {
    build(new Incarnation(1), 101, 0);
    build(new Incarnation(1), 20, 10);
    assertThat(slow.isFound(new Incarnation(1), now)).as("two seconds").isFalse();
    build(new Incarnation(1), 60, 10);
    assertThat(slow.times(new Incarnation(1)).inWords()).isEqualTo("1.6 s, the others 0.1 s");
    assertThat(slow.isFound(new Incarnation(1), now)).isTrue();
  }

  @Test
  void areNotThoseThatLagNowAndThen() {
    build(new Incarnation(1), 101, 0);
    for (int i = 0; i < 100; i++) {
      build(new Incarnation(1), 2, 2);
      build(new Incarnation(1), 2, 0);
    }
    assertThat(slow.isFound(new Incarnation(1), now)).isFalse();
  }

  @Test
  void areNotThoseThatHaveOnlyBegun() {
    build(new Incarnation(1), 99, 10);
    assertThat(slow.isFound(new Incarnation(1), now)).isFalse();
  }

  @Test
  void areFoundOneAfterTheOtherAndMoreAndMoreSeldom() {
    build(new Incarnation(1), 300, 10);
    assertThat(slow.isFound(new Incarnation(1), now)).isTrue();
    build(new Incarnation(2), 200, 10);
    assertThat(slow.isFound(new Incarnation(2), now)).as("20 s after").isFalse();
    build(new Incarnation(2), 101, 10);
    assertThat(slow.isFound(new Incarnation(2), now)).as("30 s after").isTrue();
    build(new Incarnation(3), 400, 10);
    assertThat(slow.isFound(new Incarnation(3), now)).as("40 s after").isFalse();
    build(new Incarnation(3), 201, 10);
    assertThat(slow.isFound(new Incarnation(3), now)).as("60 s after").isTrue();
  }

  @Test
  void areForgottenWhenTheyAreGone() {
    build(new Incarnation(1), 300, 10);
    slow.forget(new Incarnation(1));
    assertThat(slow.isFound(new Incarnation(1), now)).isFalse();
  }

  @Test
  void areNotThoseThatTakeManyTimesAsLongAndHardlyLonger() {
    build(new Incarnation(1), 101, 0);
    for (int i = 0; i < 200; i++) {
      now += STEP;
      slow.onBuilt(new Incarnation(1), true, STEP / 2, STEP / 1000, now);
    }
    assertThat(slow.isFound(new Incarnation(1), now)).as("50 ms more").isFalse();
  }

  @Test
  void areNotThoseThatAreEarlyInEveryOtherVersion() {
    build(new Incarnation(1), 101, 0);
    for (int i = 0; i < 200; i++) {
      now += STEP;
      slow.onBuilt(new Incarnation(1), true, 10 * STEP, STEP, now);
      slow.onBuiltEarly(new Incarnation(1), now);
      slow.onBuiltEarly(new Incarnation(1), now);
    }
    assertThat(slow.isFound(new Incarnation(1), now)).isFalse();
  }
}
