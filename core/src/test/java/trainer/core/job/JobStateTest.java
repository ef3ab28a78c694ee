package trainer.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JobStateTest {
  @Test
  void everyStateButTheEndsMayFailOrBeKilled() {
    for (JobState state : JobState.values()) {
      assertThat(state.mayBecome(JobState.FAILED)).isEqualTo(!state.isEnd());
      assertThat(state.mayBecome(JobState.KILLED)).isEqualTo(!state.isEnd());
    }
  }

  @Test
  void noStateIsEnteredBackwards() {
    for (JobState state : JobState.values()) {
      assertThat(state.next()).allMatch(next -> next.compareTo(state) > 0);
    }
  }
}
