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

  private static long allowed(StragglerThreshold lag, int shares) {
    long expected = lag.expected(shares);
    return expected == Long.MAX_VALUE ? expected : StragglerThreshold.allowed(expected, 1);
  }

  @Test
  void isHigherWhereASecondWorkerDecodesWholeUnits() {
    long expected = of(10, 20, 30).expected(4);
    assertThat(StragglerThreshold.allowed(expected, 1)).isEqualTo(50 * MS);
    assertThat(StragglerThreshold.allowed(expected, 20)).isEqualTo(430 * MS);
    assertThat(StragglerThreshold.allowed(expected, 1000)).isEqualTo(1050 * MS);
  }

  @Test
  void isKnownOnceThreeQuartersAreDone() {
    assertThat(allowed(of(100, 140), 4)).isEqualTo(Long.MAX_VALUE);
    assertThat(allowed(of(110), 4)).isEqualTo(165 * MS);
  }

  @Test
  void isKnownOnceAllButOneAreDone() {
    assertThat(allowed(of(100), 2)).isEqualTo(150 * MS);
  }

  @Test
  void ofAnOnlyShareIsNeverKnown() {
    assertThat(allowed(lag, 1)).isEqualTo(Long.MAX_VALUE);
    assertThat(allowed(lag, 0)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void isNotLessThanWhatABusyMachineMakesOfTheSameWork() {
    assertThat(allowed(of(2, 2, 2), 4)).isEqualTo(32 * MS);
  }

  @Test
  void isForgottenWithTheNextVersion() {
    of(100, 100, 100).clear();
    assertThat(allowed(lag, 4)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void countsEarlySharesAsDoneAndMeasuresNoneOfThem() {
    lag.onEarly();
    lag.onEarly();
    assertThat(allowed(of(100), 4)).isEqualTo(150 * MS);
  }

  @Test
  void isMeasuredByTheVersionBeforeIfAllDoneSharesWereEarly() {
    of(100, 110, 140).clear();
    lag.clear();
    lag.onEarly();
    lag.onEarly();
    lag.onEarly();
    assertThat(allowed(lag, 4)).isEqualTo(165 * MS);
  }

  @Test
  void isUnknownBeforeAnyShareWasMeasured() {
    lag.onEarly();
    lag.onEarly();
    lag.onEarly();
    assertThat(allowed(lag, 4)).isEqualTo(Long.MAX_VALUE);
  }
}
