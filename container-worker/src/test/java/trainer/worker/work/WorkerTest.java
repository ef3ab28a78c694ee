package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.worker.api.WorkerAction.Compute;
import trainer.worker.api.WorkerAction.SendPull;
import trainer.worker.api.WorkerAction.SendPush;
import trainer.worker.routing.LaneId;

class WorkerTest {
  private final DrivenWorker driven = new DrivenWorker(2, 2).ready();
  private final LaneId first = driven.lanes().get(0);

  @Test
  void preparesAheadOfTheBarrier() {
    driven.orderedAndPrepared(1, 0);
    driven.orderedAndPrepared(2, 0);
    assertThat(driven.take(SendPull.class))
        .extracting(SendPull::version)
        .containsExactly(0L, 0L, 0L, 0L, 1L, 1L, 1L, 1L);
  }

  @Test
  void computesOnlyWhenAllLanesAnswered() {
    long work = driven.orderedAndPrepared(1, 0);
    driven.lanes().subList(1, 4).forEach(lane -> driven.values(lane, work, 0));
    assertThat(driven.take(Compute.class)).isEmpty();
    driven.values(first, work, 0);
    assertThat(driven.take(Compute.class)).extracting(Compute::work).containsExactly(work);
  }

  @Test
  void aReturnedShareOfAnOlderVersionIsNotBlockedByAnOrderAhead() {
    driven.orderedAndPrepared(2, 0);
    long older = driven.orderedAndPrepared(1, 1);
    driven.valuesFromAll(older, 0);
    assertThat(driven.take(Compute.class)).extracting(Compute::work).containsExactly(older);
    driven.computed(older);
    assertThat(driven.take(SendPush.class))
        .hasSize(4)
        .allMatch(push -> push.target().version() == 1);
  }

  @Test
  void computesTheOldestVersionFirst() {
    long running = driven.orderedAndPrepared(1, 0);
    long newer = driven.orderedAndPrepared(2, 0);
    long older = driven.orderedAndPrepared(1, 1);
    driven.valuesFromAll(running, 0);
    driven.valuesFromAll(newer, 1);
    driven.valuesFromAll(older, 0);
    driven.computed(running);
    driven.computed(older);
    assertThat(driven.take(Compute.class))
        .extracting(Compute::work)
        .containsExactly(running, older, newer);
  }
}
