package trainer.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AwakeTimeTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final AwakeTime time = new AwakeTime();

  @Test
  void aPauseHardlyCounts() {
    assertThat(time.at(-5 * SECOND)).isZero();
    assertThat(time.at(-5 * SECOND + SECOND / 4)).isEqualTo(SECOND / 4);
    assertThat(time.at(60 * SECOND)).isEqualTo(3 * SECOND / 4);
    assertThat(time.last()).isEqualTo(3 * SECOND / 4);
  }
}
