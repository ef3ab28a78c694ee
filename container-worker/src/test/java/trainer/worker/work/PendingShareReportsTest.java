package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.message.FromWorker;
import trainer.worker.api.WorkerEvent;

class PendingShareReportsTest {
  private final DrivenWorker driven = new DrivenWorker(2, 2).ready();

  @Test
  void shortSharesAreReportedTogetherAndNothingWaitsForNothing() {
    driven.done(1, 0);
    assertThat(versionsDone()).containsExactly(1L);
    long last = driven.orderedAndPrepared(20, 0); // something is at hand all the time
    for (long version = 2; version <= 6; version++) {
      driven.done(version, 0);
    }
    assertThat(versionsDone()).isEmpty();
    driven.step(new WorkerEvent.Tick());
    assertThat(versionsDone()).containsExactly(2L, 3L, 4L, 5L, 6L);
    driven.done(7, 0);
    assertThat(versionsDone()).isEmpty();
    driven.valuesFromAll(last, 19);
    driven.computed(last);
    driven.ackedByAll(20, 0);
    assertThat(versionsDone()).containsExactly(7L, 20L);
  }

  @Test
  void aLongShareIsReportedAtOnce() {
    driven.orderedAndPrepared(20, 0);
    driven.done(1, 0);
    assertThat(versionsDone()).isEmpty();
    long work = driven.orderedAndPrepared(2, 0);
    driven.valuesFromAll(work, 1);
    driven.pass(Duration.ofMillis(21));
    driven.computed(work);
    driven.ackedByAll(2, 0);
    assertThat(versionsDone()).containsExactly(1L, 2L);
  }

  private List<Long> versionsDone() {
    return driven.sent().stream()
        .map(done -> ((FromWorker.ShareDone) done).version().number())
        .toList();
  }
}
