package trainer.appmaster.standby;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SilenceTest {
  private static final long PERIOD = Duration.ofMillis(100).toNanos();

  private final Silence silence =
      new Silence(Duration.ofSeconds(1), Duration.ofNanos(PERIOD), 7 * PERIOD);
  private long nanos = 7 * PERIOD;

  /** Whether the silence is over at the end of some periods. */
  private boolean isOverAfter(int periods) {
    boolean isOver = false;
    for (int i = 0; i < periods; i++) {
      nanos += PERIOD;
      isOver = silence.isOver(nanos);
    }
    return isOver;
  }

  @Test
  void isOverOnceTheLimitHasPassed() {
    assertThat(isOverAfter(10)).isFalse();
    assertThat(silence.isOver(++nanos)).isTrue();
  }

  @Test
  void beginsAnewWithEachMessage() {
    assertThat(isOverAfter(10)).isFalse();
    silence.onHeard();
    assertThat(isOverAfter(10)).isFalse();
    assertThat(isOverAfter(1)).isTrue();
  }

  @Test
  void countsAPauseOfItsOwnProcessAsOnePeriod() {
    nanos += Duration.ofMinutes(1).toNanos();
    assertThat(silence.isOver(nanos)).isFalse();
    assertThat(isOverAfter(9)).isFalse();
    assertThat(isOverAfter(1)).isTrue();
  }

  @Test
  void countsADelayOfTwoPeriodsInFull() {
    for (int i = 0; i < 5; i++) {
      nanos += 2 * PERIOD;
      assertThat(silence.isOver(nanos)).isFalse();
    }
    assertThat(silence.isOver(++nanos)).isTrue();
  }
}
