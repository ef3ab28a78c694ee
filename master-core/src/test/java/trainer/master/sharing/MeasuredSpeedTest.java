package trainer.master.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MeasuredSpeedTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void isTheExpectedOneUntilAQuarterOfASecondIsKnown() {
    MeasuredSpeed speed = new MeasuredSpeed(70);
    assertThat(speed.rowsPerSecond()).isEqualTo(70);
    speed.onScored(10, SECOND / 5, SECOND);
    assertThat(speed.isMeasured()).isFalse();
    speed.onScored(10, SECOND / 5, 2 * SECOND);
    assertThat(speed.rowsPerSecond()).isEqualTo(50);
    assertThat(new MeasuredSpeed(Double.NaN).rowsPerSecond()).isNaN();
  }

  @Test
  void isThatOfTheLastTenSeconds() {
    MeasuredSpeed speed = new MeasuredSpeed(70);
    for (int second = 1; second <= 30; second++) {
      speed.onScored(second <= 15 ? 100 : 50, SECOND, second * SECOND);
    }
    assertThat(speed.rowsPerSecond()).isEqualTo(50);
  }

  @Test
  void reachesBackFurtherForAJobThatIsServedLittle() {
    MeasuredSpeed speed = new MeasuredSpeed(70);
    for (int second = 1; second <= 100; second++) {
      speed.onScored(1, SECOND / 100, second * SECOND);
    }
    assertThat(speed.isMeasured()).isTrue();
    assertThat(speed.rowsPerSecond()).isEqualTo(100);
  }
}
