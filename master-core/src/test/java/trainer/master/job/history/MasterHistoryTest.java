package trainer.master.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.id.Term;
import trainer.master.job.api.JobView;

class MasterHistoryTest {
  private final MasterHistory masters = new MasterHistory();

  @Test
  void countsMastersWithoutProgress() {
    masters.onTermTaken(new Term(1), 0);
    masters.onTermTaken(new Term(3), 10); // the master of term 2 left no fact
    assertThat(masters.fruitless()).isEqualTo(3);
    masters.onProgress();
    assertThat(masters.fruitless()).isZero();
  }

  @Test
  void endsALossWithTheRecovery() {
    masters.onTermTaken(new Term(1), 0);
    masters.onAlive(1000);
    masters.onTermTaken(new Term(2), 4000);
    assertThat(masters.survived()).isEmpty();
    masters.onRecovered(6000);
    assertThat(masters.survived())
        .containsExactly(new JobView.Survived("the master of term 1", 1000, 5));
  }
}
