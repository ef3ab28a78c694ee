package trainer.client.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JournalStatusTest {
  private static final String SILENCE = "the master does not answer";

  @Test
  void silenceOfAMasterIsToldWhileItsJobRuns() {
    assertThat(JournalStatus.note("RUNNING", SILENCE))
        .isEqualTo(SILENCE + "; this is what its folder says");
    assertThat(JournalStatus.note("", SILENCE))
        .isEqualTo(SILENCE + "; this is what others say of it");
  }

  @Test
  void silenceOfAMasterWhoseJobHasEndedIsNoNews() {
    assertThat(JournalStatus.note("EXITED", SILENCE)).isEmpty();
    assertThat(JournalStatus.note("KILLED", SILENCE)).isEmpty();
  }
}
