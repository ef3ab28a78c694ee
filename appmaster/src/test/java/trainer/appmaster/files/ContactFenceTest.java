package trainer.appmaster.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ContactFenceTest {
  private final AtomicInteger pauses = new AtomicInteger();

  @Test
  void letsAMasterPassThatWasHeardFromLately() throws IOException {
    new ContactFence(time -> time.equals(ContactFence.LATELY), pauses::incrementAndGet).pass();
    assertThat(pauses).hasValue(0);
  }

  @Test
  void holdsAMasterUntilItIsHeardFromAgain() throws IOException {
    new ContactFence(time -> pauses.get() == 3, pauses::incrementAndGet).pass();
    assertThat(pauses).hasValue(3);
  }
}
