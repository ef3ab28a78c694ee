package trainer.client.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WaitingMasterTest {
  @Test
  void partsYarnsWordsFromThoseOfTheQueue() {
    assertThat(WaitingMaster.joined("AM container is launched.", "queue a uses 3 %"))
        .isEqualTo("AM container is launched; queue a uses 3 %");
    assertThat(WaitingMaster.joined("waiting for a node", "queue a uses 3 %"))
        .isEqualTo("waiting for a node; queue a uses 3 %");
    assertThat(WaitingMaster.joined("", "queue a uses 3 %")).isEqualTo("queue a uses 3 %");
    assertThat(WaitingMaster.joined("waiting.", "")).isEqualTo("waiting.");
  }
}
