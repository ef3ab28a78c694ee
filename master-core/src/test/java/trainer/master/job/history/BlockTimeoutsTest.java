package trainer.master.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.fact.TrainingFact;
import trainer.core.id.Version;

class BlockTimeoutsTest {
  private final BlockTimeouts timeouts = new BlockTimeouts();

  @Test
  void countsTheBlocksOfTheNewestVersion() {
    timeouts.on(new TrainingFact.BlockTimedOut(new Version(1), 4));
    timeouts.on(new TrainingFact.BlockTimedOut(new Version(2), 5));
    timeouts.on(new TrainingFact.BlockTimedOut(new Version(2), 6));
    timeouts.on(new TrainingFact.BlockTimedOut(new Version(2), 6));
    assertThat(timeouts.of(1, 4)).isZero();
    assertThat(timeouts.of(2, 6)).isEqualTo(2);
    assertThat(timeouts.most(2, new int[] {4, 5, 6})).isEqualTo(6);
    assertThat(timeouts.most(2, new int[] {4})).isEqualTo(-1);
  }
}
