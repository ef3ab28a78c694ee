package trainer.master.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.fact.ResultFact;
import trainer.core.id.Version;
import trainer.core.message.Evaluation;

class ScoringProgressTest {
  private final ScoringProgress scores = new ScoringProgress();

  private void scored(int task) {
    scores.on(new ResultFact.Scored(new Version(5), task, 2, Evaluation.NONE));
  }

  @Test
  void isWholeOnceEachTaskIsScored() {
    scored(1);
    scored(1);
    assertThat(scores.has(1)).isTrue();
    assertThat(scores.whole()).isNull();
    scored(0);
    assertThat(scores.whole()).isEqualTo(scores.sum());
  }
}
