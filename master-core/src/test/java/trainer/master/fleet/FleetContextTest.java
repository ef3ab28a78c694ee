package trainer.master.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.time.Moment;

class FleetContextTest {
  private final FleetContext context = new FleetContext();

  @Test
  void countsOfALongPauseHalfASecond() {
    RecordingOutbox out = new RecordingOutbox();
    context.begin(new Moment(0, 0), out);
    context.begin(new Moment(60_000_000_000L, 60_000), out);
    assertThat(context.now().millis()).isEqualTo(60_000);
    assertThat(context.awakeNanos()).isEqualTo(500_000_000);
    assertThat(context.out()).isSameAs(out);
  }
}
