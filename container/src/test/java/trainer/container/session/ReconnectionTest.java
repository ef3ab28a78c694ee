package trainer.container.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ReconnectionTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final long MILLI = Duration.ofMillis(1).toNanos();

  @Test
  void triesAtOnceAndThenMoreAndMoreRarely() {
    Reconnection reconnection = new Reconnection(Duration.ofSeconds(60), 0);
    long[] pauses = {0, 50, 100, 200, 400, 800, 1000, 1000};
    for (long pause : pauses) {
      assertThat(reconnection.nextPauseNanos(0)).isEqualTo(pause * MILLI);
    }
  }

  @Test
  void doubtsBeforePatienceIsOverAndNeverWaitsLonger() {
    Reconnection reconnection = new Reconnection(Duration.ofSeconds(8), 5 * SECOND);
    long doubt = 13 * SECOND - Reconnection.CHECK_LIMIT.toNanos();
    assertThat(reconnection.isInDoubt(doubt - 1)).isFalse();
    assertThat(reconnection.isInDoubt(doubt)).isTrue();
    for (int i = 0; i < 10; i++) {
      assertThat(reconnection.nextPauseNanos(doubt - MILLI)).isLessThanOrEqualTo(MILLI);
    }
  }

  @Test
  void goesOnInDoubtForFourTimesItsPatience() {
    Reconnection reconnection = new Reconnection(Duration.ofSeconds(8), 0);
    assertThat(reconnection.timeLimit(8 * SECOND)).isEqualTo(Duration.ofSeconds(24));
    assertThat(reconnection.isOver(32 * SECOND - 1)).isFalse();
    assertThat(reconnection.isOver(32 * SECOND)).isTrue();
  }

  @Test
  void anotherBreakBeginsANewCount() {
    Reconnection reconnection = new Reconnection(Duration.ofSeconds(8), 0);
    reconnection.onBroken(7 * SECOND);
    assertThat(reconnection.isInDoubt(14 * SECOND)).isFalse();
    assertThat(reconnection.nextPauseNanos(7 * SECOND)).isZero();
  }

  @Test
  void oneTryIsShortAtFirstAndTakesHalfOfTheTimeSinceTheBreakLater() {
    Duration oneTry = Duration.ofMillis(500);
    Reconnection reconnection = new Reconnection(Duration.ofSeconds(8), 0);
    assertThat(reconnection.timeLimit(0, oneTry)).isEqualTo(oneTry);
    assertThat(reconnection.timeLimit(4 * SECOND, oneTry)).isEqualTo(Duration.ofSeconds(2));
    assertThat(reconnection.timeLimit(7 * SECOND, oneTry)).isEqualTo(oneTry);
  }
}
