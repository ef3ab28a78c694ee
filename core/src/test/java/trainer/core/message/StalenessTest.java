package trainer.core.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StalenessTest {
  @Test
  void countsStepsByHowFarAheadTheyWereBegun() {
    Staleness sum = Staleness.of(2).plus(Staleness.of(0)).plus(Staleness.of(2));
    assertThat(sum.counts()).containsExactly(1L, 0L, 2L);
    assertThat(Staleness.NONE.plus(sum)).isEqualTo(sum.plus(Staleness.NONE)).isEqualTo(sum);
  }

  @Test
  void hasNoZerosAtTheEnd() {
    assertThat(new Staleness(List.of(4L, 0L, 0L))).isEqualTo(new Staleness(List.of(4L)));
    assertThat(new Staleness(List.of(0L))).isEqualTo(Staleness.NONE);
  }
}
