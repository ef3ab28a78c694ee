package trainer.master.job.bsp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StragglerThresholdTest {
  private static final long MS = Duration.ofMillis(1).toNanos();

  private final StragglerThreshold lag = new StragglerThreshold();

  private StragglerThreshold of(long... millis) {
    for (long one : millis) {
      lag.add(one * MS);
    }
    return lag;
  }

  @Test
  void isKnownOnceThreeQuartersAreDone() {
    assertThat(of(100, 140).allowed(4)).isEqualTo(Long.MAX_VALUE);
    assertThat(of(110).allowed(4)).isEqualTo(165 * MS);
  }

  @Test
  void isKnownOnceAllButOneAreDone() {
    assertThat(of(100).allowed(2)).isEqualTo(150 * MS);
  }

  @Test
  void ofAnOnlyShareIsNeverKnown() {
    assertThat(lag.allowed(1)).isEqualTo(Long.MAX_VALUE);
    assertThat(lag.allowed(0)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void isNotLessThanWhatABusyMachineMakesOfTheSameWork() {
    assertThat(of(2, 2, 2).allowed(4)).isEqualTo(32 * MS);
  }

  @Test
  void isForgottenWithTheNextVersion() {
    of(100, 100, 100).clear();
    assertThat(lag.allowed(4)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void countsEarlySharesAsDoneAndMeasuresNoneOfThem() {
    lag.onEarly();
    lag.onEarly();
    assertThat(of(100).allowed(4)).isEqualTo(150 * MS);
  }

  @Test
  void isMeasuredByTheVersionBeforeIfAllDoneSharesWereEarly() {
    of(100, 110, 140).clear();
    lag.clear();
    lag.onEarly();
    lag.onEarly();
    lag.onEarly();
    assertThat(lag.allowed(4)).isEqualTo(165 * MS);
  }

  @Test
  void isUnknownBeforeAnyShareWasMeasured() {
    lag.onEarly();
    lag.onEarly();
    lag.onEarly();
    assertThat(lag.allowed(4)).isEqualTo(Long.MAX_VALUE);
  }
}
