package trainer.worker.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.input.BadRecords;

class BrokenRecordLogTest {
  private final BrokenRecordLog log = new BrokenRecordLog();

  private Optional<String> add(long count, String what, long second) {
    return log.add(
        new BadRecords(count, new Failure(FailureKind.DATA_INVALID, what, "a.libsvm", "")),
        TimeUnit.SECONDS.toNanos(second));
  }

  @Test
  void theFirstBlockHasItsLineAtOnce() {
    assertThat(add(2, "no number", -5))
        .hasValue(
            "2 broken records left out of 1 block, the first: DATA_INVALID: no number — a.libsvm");
    assertThat(log.rest()).isEmpty();
  }

  @Test
  void blocksAfterItHaveOneLineTogether() {
    assertThat(add(1, "no number", 0)).isPresent();
    assertThat(add(2, "no label", 1)).isEmpty();
    assertThat(add(3, "no key", 9)).isEmpty();
    assertThat(add(1, "no line", 10))
        .hasValue(
            "6 broken records left out of 3 blocks, the first: DATA_INVALID: no label — a.libsvm");
  }

  @Test
  void theLastOnesAreNotLost() {
    assertThat(add(1, "no number", 0)).isPresent();
    assertThat(add(1, "no label", 1)).isEmpty();
    assertThat(log.rest())
        .hasValue(
            "1 broken record left out of 1 block, the first: DATA_INVALID: no label — a.libsvm");
    assertThat(log.rest()).isEmpty();
  }
}
