package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import trainer.core.message.TimeSpent;
import trainer.core.message.TimeSpent.Phase;
import trainer.worker.api.WorkerAction.Compute;
import trainer.worker.api.WorkerAction.Prepare;
import trainer.worker.api.WorkerAction.SendPull;
import trainer.worker.api.WorkerAction.SendPush;
import trainer.worker.api.WorkerEvent;
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

  @Test
  void countsThePhasesOfAShare() {
    driven.receive(DrivenWorker.order(1, 1, 0, 0));
    driven.pass(Duration.ofMillis(1)); // reads
    long work = driven.take(Prepare.class).get(0).work();
    driven.step(new WorkerEvent.Prepared(work, DrivenWorker.KEYS));
    driven.pass(Duration.ofMillis(2)); // pulls
    driven.valuesFromAll(work, 0);
    driven.pass(Duration.ofMillis(4)); // computes
    driven.computed(work);
    driven.pass(Duration.ofMillis(8)); // pushes
    driven.ackedByAll(1, 0);
    driven.pass(Duration.ofMillis(16)); // waits
    driven.step(new WorkerEvent.Tick());
    TimeSpent spent = driven.worker.spent(driven.now());
    assertThat(spent.finished()).isEqualTo(1);
    assertThat(Stream.of(Phase.READ, Phase.PULL, Phase.COMPUTE, Phase.PUSH, Phase.WAIT))
        .extracting(phase -> spent.in(phase) / 1_000_000)
        .containsExactly(1L, 2L, 4L, 8L, 16L);
  }

  @Test
  void aWorkerThatComputesIsInNoOtherPhase() {
    long ahead = driven.orderedAndPrepared(2, 0);
    driven.valuesFromAll(ahead, 1);
    driven.orderedAndPrepared(1, 0);
    driven.pass(Duration.ofMillis(5));
    assertThat(driven.worker.spent(driven.now()).in(Phase.COMPUTE)).isGreaterThan(5_000_000);
    driven.computed(ahead);
    driven.pass(Duration.ofMillis(3));
    assertThat(driven.worker.spent(driven.now()).in(Phase.PULL)).isGreaterThan(3_000_000);
  }
}
