package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.message.FromWorker;
import trainer.worker.api.WorkerAction.Compute;
import trainer.worker.api.WorkerAction.Forget;
import trainer.worker.api.WorkerAction.SendKeys;
import trainer.worker.api.WorkerAction.SendPull;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.LaneId;

class LaneEventHandlerTest {
  private final DrivenWorker driven = new DrivenWorker(2, 2).ready();
  private final LaneId first = driven.lanes().get(0);

  @Test
  void neverComputesOnValuesOfAnotherVersion() {
    long work = driven.orderedAndPrepared(2, 0);
    driven.valuesFromAll(work, 0);
    assertThat(driven.take(Compute.class)).isEmpty();
  }

  @Test
  void aPullAnsweredTwoVersionsOnShowsThatAShareIsCommitted() {
    long old = driven.done(1, 0);
    long next = driven.done(2, 0);
    assertThat(driven.take(Forget.class)).isEmpty();
    driven.values(first, driven.orderedAndPrepared(3, 0), 2);
    assertThat(driven.take(Forget.class)).extracting(Forget::work).containsExactly(old);
    driven.values(first, driven.orderedAndPrepared(4, 0), 3);
    assertThat(driven.take(Forget.class)).extracting(Forget::work).containsExactly(next);
  }

  @Test
  void aLaneThatIsBehindIsAskedAgainAtTheNextTick() {
    long work = driven.orderedAndPrepared(1, 0);
    driven.forgetActions();
    driven.step(
        new WorkerEvent.Refused(first, false, work, 1, 0, 0, WorkerEvent.Reason.OTHER_LINE));
    assertThat(driven.take(SendPull.class)).isEmpty();
    driven.step(new WorkerEvent.Tick());
    assertThat(driven.take(SendPull.class)).extracting(SendPull::lane).containsExactly(first);
    assertThat(driven.take(SendKeys.class)).isEmpty();
  }

  @Test
  void aListThatALaneDoesNotKnowIsSentAgain() {
    long work = driven.orderedAndPrepared(1, 0);
    driven.forgetActions();
    driven.step(
        new WorkerEvent.Refused(first, false, work, 1, 1, 0, WorkerEvent.Reason.UNKNOWN_LIST));
    driven.step(new WorkerEvent.Tick());
    assertThat(driven.take(SendKeys.class)).extracting(SendKeys::lane).containsExactly(first);
  }

  @Test
  void aShareOfACommittedVersionIsDropped() {
    long work = driven.orderedAndPrepared(1, 0);
    driven.step(
        new WorkerEvent.Refused(first, false, work, 1, 1, 1, WorkerEvent.Reason.OTHER_VERSION));
    assertThat(driven.take(Forget.class)).extracting(Forget::work).containsExactly(work);
    assertThat(driven.sent()).isEmpty();
  }

  @Test
  void aPushRefusedBecauseItsVersionIsCommittedCountsAsDone() {
    long work = driven.orderedAndPrepared(1, 1);
    driven.valuesFromAll(work, 0);
    driven.computed(work);
    driven.step(new WorkerEvent.Refused(first, true, 1, 1, 1, 1, WorkerEvent.Reason.OTHER_VERSION));
    assertThat(driven.sent()).hasOnlyElementsOfType(FromWorker.ShareDone.class).hasSize(1);
    assertThat(driven.take(Forget.class)).extracting(Forget::work).containsExactly(work);
  }
}
