package trainer.core.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.job.JobId;

class TurnTakingTest {
  private static final JobId ONE = new JobId("application_1_0001", 1);
  private static final JobId TWO = new JobId("application_1_0001", 2);
  private static final List<JobId> BOTH = List.of(ONE, TWO);

  private final TurnTaking turns = new TurnTaking();

  @Test
  void theJobWithFewerRowsIsNext() {
    assertThat(turns.next(BOTH, BOTH)).isEqualTo(ONE);
    turns.onScored(ONE, 5);
    assertThat(turns.next(BOTH, BOTH)).isEqualTo(TWO);
    turns.onScored(TWO, 6);
    assertThat(turns.next(BOTH, BOTH)).isEqualTo(ONE);
    turns.restart();
    turns.onScored(ONE, 1);
    assertThat(turns.next(BOTH, BOTH)).isEqualTo(TWO);
  }

  @Test
  void aJobWithoutTasksDoesNotMakeUpForThat() {
    turns.onScored(ONE, 1000);
    assertThat(turns.next(BOTH, List.of(ONE))).isEqualTo(ONE);
    turns.onScored(ONE, 1);
    assertThat(turns.next(BOTH, BOTH)).isEqualTo(TWO);
    turns.onScored(TWO, 2);
    assertThat(turns.next(BOTH, BOTH)).isEqualTo(ONE);
  }

  @Test
  void aTurnIsShortForAJobThatNeedsLittle() {
    assertThat(TurnTaking.turn(3)).isEqualTo(Duration.ofMillis(250));
    assertThat(TurnTaking.turn(0.1)).isEqualTo(Duration.ofMillis(25));
    assertThat(TurnTaking.turn(Double.NaN)).isEqualTo(Duration.ofMillis(25));
  }
}
