package trainer.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.message.TimeSpent;
import trainer.core.message.TimeSpent.Phase;

class PhaseClockTest {
  private final PhaseClock clock = new PhaseClock();

  @Test
  void thePhasesAddUpToTheTime() {
    clock.enter(Phase.WAIT, 100);
    clock.enter(Phase.PULL, 110);
    clock.enter(Phase.PULL, 115);
    clock.enter(Phase.COMPUTE, 130);
    clock.finish();
    assertThat(clock.spent(137))
        .isEqualTo(new TimeSpent(1, Map.of(Phase.WAIT, 10L, Phase.PULL, 20L, Phase.COMPUTE, 7L)));
    assertThat(clock.spent(140).in(Phase.COMPUTE)).isEqualTo(10);
  }

  @Test
  void nothingIsCountedBeforeTheFirstPhase() {
    assertThat(clock.spent(50)).isEqualTo(TimeSpent.NOTHING);
  }
}
