package trainer.master.job.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.fact.EndingFact;
import trainer.core.fact.JobFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.JobState;
import trainer.master.job.api.JobView;

class StateHistoryTest {
  private static final Failure FAILURE =
      new Failure(FailureKind.CONTAINER_LOST, "it was lost", "c1", "see its log");

  private final StateHistory states = new StateHistory();

  @Test
  void beginsNewAndKeepsTheStatesInOrder() {
    assertThat(states.state()).isEqualTo(JobState.NEW);
    states.on(new JobFact.StateEntered(JobState.INITING, 1, null));
    states.on(new JobFact.StateEntered(JobState.RUNNING, 2, null));
    assertThat(states.state()).isEqualTo(JobState.RUNNING);
    assertThat(states.entered())
        .containsExactly(
            new JobView.Entered(JobState.INITING, 1), new JobView.Entered(JobState.RUNNING, 2));
  }

  @Test
  void showsTheFailureAsSoonAsTheEndIsDecided() {
    states.on(new EndingFact.EndDecided(JobState.FAILED, FAILURE, 3));
    assertThat(states.failure()).isEqualTo(FAILURE);
    assertThat(states.decided().state()).isEqualTo(JobState.FAILED);
    assertThat(states.isEnded()).isFalse();
    states.on(new EndingFact.Ended(JobState.FAILED, 4));
    assertThat(states.isEnded()).isTrue();
  }
}
