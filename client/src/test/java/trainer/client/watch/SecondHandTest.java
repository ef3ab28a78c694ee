package trainer.client.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SecondHandTest {
  private static final String SILENCE = "the master does not answer";

  @Test
  void silenceOfAMasterIsToldWhileItsJobRuns() {
    assertThat(SecondHand.note("RUNNING", SILENCE))
        .isEqualTo(SILENCE + "; this is what its folder says");
    assertThat(SecondHand.note("", SILENCE)).isEqualTo(SILENCE + "; this is what others say of it");
  }

  @Test
  void silenceOfAMasterWhoseJobHasEndedIsNoNews() {
    assertThat(SecondHand.note("EXITED", SILENCE)).isEmpty();
    assertThat(SecondHand.note("KILLED", SILENCE)).isEmpty();
  }
}
