package trainer.master.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StopRequestTest {
  @Test
  void givesTheUserOutOnce() {
    StopRequest stop = new StopRequest();
    assertThat(stop.take()).isEmpty();
    stop.ask("alice");
    assertThat(stop.take()).contains("alice");
    assertThat(stop.take()).isEmpty();
  }
}
