package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.message.FromWorker;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;
import trainer.core.table.KeyList;
import trainer.core.table.PartitionMap;
import trainer.worker.routing.LaneId;
import trainer.worker.work.WorkerAction.Compute;
import trainer.worker.work.WorkerAction.Connect;
import trainer.worker.work.WorkerAction.Disconnect;
import trainer.worker.work.WorkerAction.Forget;
import trainer.worker.work.WorkerAction.Leave;
import trainer.worker.work.WorkerAction.Prepare;
import trainer.worker.work.WorkerAction.SendDrop;
import trainer.worker.work.WorkerAction.SendKeys;
import trainer.worker.work.WorkerAction.SendPull;
import trainer.worker.work.WorkerAction.SendPush;

class WorkerTest {
  private static final Failure BAD_LINE =
      new Failure(FailureKind.DATA_INVALID, "bad line", "file:/data/a at 17", "");

  private final DrivenWorker driven = new DrivenWorker(2, 2).ready();
  private final LaneId first = driven.lanes().get(0);

  @Test
  void connectsToEveryLaneOfTheMap() {
    DrivenWorker fresh = new DrivenWorker(2, 2);
    fresh.told(new ToMember.Welcome(1, 100, 1, 0, 0, fresh.map));
    assertThat(fresh.take(Connect.class))
        .extracting(Connect::lane)
        .containsExactlyElementsOf(fresh.lanes());
  }

  @Test
  void sendsKeysAndPullToEveryLaneAlsoThoseWithoutKeys() {
    driven.told(DrivenWorker.order(1, 3, 0, 0));
    long work = driven.last(Prepare.class).work();
    driven.step(new WorkerEvent.Prepared(work, KeyList.EMPTY));
    assertThat(driven.take(SendKeys.class)).hasSize(4).allMatch(SendKeys::train);
    assertThat(driven.take(SendPull.class))
        .hasSize(4)
        .allMatch(pull -> pull.line() == 1 && pull.version() == 2);
  }

  @Test
  void cutsTheListByLane() {
    driven.orderedAndPrepared(1, 0);
    assertThat(driven.take(SendKeys.class))
        .extracting(keys -> keys.keys().keys())
        .containsExactly(new long[] {9, 8}, new long[] {}, new long[] {}, new long[] {7, 5});
  }

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
  void neverComputesOnValuesOfAnotherVersion() {
    long work = driven.orderedAndPrepared(2, 0);
    driven.valuesFromAll(work, 0);
    assertThat(driven.take(Compute.class)).isEmpty();
  }

  @Test
  void pushesToEveryLaneAndReportsWhenAllAcknowledged() {
    long work = driven.orderedAndPrepared(1, 1);
    driven.valuesFromAll(work, 0);
    driven.computed(work);
    assertThat(driven.take(SendPush.class))
        .hasSize(4)
        .allMatch(push -> push.share() == 1 && push.shares() == 2 && push.metrics().records() == 5);
    driven.lanes().subList(0, 3).forEach(lane -> driven.step(new WorkerEvent.Acked(lane, 1, 1, 1)));
    assertThat(driven.said()).isEmpty();
    driven.step(new WorkerEvent.Acked(driven.lanes().get(3), 1, 1, 1));
    assertThat(driven.said())
        .singleElement()
        .isInstanceOfSatisfying(
            FromWorker.ShareDone.class, done -> assertThat(done.records()).isEqualTo(5));
  }

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
    return driven.said().stream().map(said -> ((FromWorker.ShareDone) said).version()).toList();
  }

  @Test
  void aReturnedShareOfAnOlderVersionIsNotBlockedByAnOrderAhead() {
    driven.orderedAndPrepared(2, 0);
    long older = driven.orderedAndPrepared(1, 1);
    driven.valuesFromAll(older, 0);
    assertThat(driven.take(Compute.class)).extracting(Compute::work).containsExactly(older);
    driven.computed(older);
    assertThat(driven.take(SendPush.class)).hasSize(4).allMatch(push -> push.version() == 1);
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
  void sendsKeysAndPullAgainOverANewConnection() {
    long work = driven.orderedAndPrepared(1, 0);
    driven.values(driven.lanes().get(1), work, 0);
    driven.forgetActions();
    driven.step(new WorkerEvent.Lost(first));
    assertThat(driven.take(Connect.class)).extracting(Connect::lane).containsExactly(first);
    assertThat(driven.take(SendPull.class)).isEmpty();
    driven.step(new WorkerEvent.Connected(first));
    assertThat(driven.take(SendKeys.class)).extracting(SendKeys::lane).containsExactly(first);
    assertThat(driven.take(SendPull.class)).extracting(SendPull::lane).containsExactly(first);
  }

  @Test
  void pushesAgainOverANewConnectionWhatIsNotAcknowledged() {
    long work = driven.orderedAndPrepared(1, 0);
    driven.valuesFromAll(work, 0);
    driven.computed(work);
    driven.step(new WorkerEvent.Acked(driven.lanes().get(1), 1, 1, 0));
    driven.forgetActions();
    driven.step(new WorkerEvent.Lost(first));
    driven.step(new WorkerEvent.Lost(driven.lanes().get(1)));
    driven.step(new WorkerEvent.Connected(first));
    driven.step(new WorkerEvent.Connected(driven.lanes().get(1)));
    assertThat(driven.take(SendKeys.class)).extracting(SendKeys::lane).containsExactly(first);
    assertThat(driven.take(SendPull.class)).isEmpty();
    assertThat(driven.take(SendPush.class)).extracting(SendPush::lane).containsExactly(first);
  }

  @Test
  void complainsOfALaneThatCannotBeReachedForLong() {
    driven.step(new WorkerEvent.Lost(first));
    driven.pass(Duration.ofSeconds(3));
    driven.step(new WorkerEvent.Lost(first));
    assertThat(driven.said()).isEmpty();
    driven.pass(Duration.ofSeconds(2));
    driven.step(new WorkerEvent.Lost(first));
    driven.step(new WorkerEvent.Lost(first));
    assertThat(driven.said())
        .hasSize(2)
        .containsOnly(new FromWorker.Unreachable(first.pserver().incarnation()));
  }

  @Test
  void complainsOfALaneThatWasSilentForLongAsSoonAsItCannotBeReachedAgain() {
    driven.step(new WorkerEvent.Lost(first, Duration.ofSeconds(5).toNanos()));
    assertThat(driven.said()).as("another connection may do").isEmpty();
    driven.step(new WorkerEvent.Lost(first));
    assertThat(driven.said())
        .containsExactly(new FromWorker.Unreachable(first.pserver().incarnation()));
  }

  @Test
  void aConnectionThatComesBackIsNoReasonToComplain() {
    driven.step(new WorkerEvent.Lost(first));
    driven.step(new WorkerEvent.Connected(first));
    driven.pass(Duration.ofSeconds(5));
    driven.step(new WorkerEvent.Lost(first));
    assertThat(driven.said()).isEmpty();
  }

  @Test
  void keepsTheSumsUntilTheVersionIsKnownCommitted() {
    long work = driven.done(1, 0);
    assertThat(driven.take(Forget.class)).isEmpty();
    driven.told(DrivenWorker.order(1, 2, 0, 0));
    assertThat(driven.take(Forget.class)).isEmpty();
    driven.told(DrivenWorker.order(1, 3, 0, 1));
    assertThat(driven.take(Forget.class)).extracting(Forget::work).containsExactly(work);
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
  void aNewLineVoidsAllOlderWork() {
    long done = driven.done(1, 0);
    long pulling = driven.orderedAndPrepared(2, 0);
    driven.forgetActions();
    driven.told(new ToMember.NewLine(1, 2, 0, 1, 0, driven.map, ""));
    assertThat(driven.take(Forget.class)).extracting(Forget::work).contains(done, pulling);
    assertThat(driven.take(SendDrop.class)).extracting(SendDrop::list).containsOnly(pulling);
    driven.valuesFromAll(pulling, 1);
    driven.computed(pulling);
    assertThat(driven.take(SendPush.class)).isEmpty();
  }

  @Test
  void aNewLineTakesTheNewMap() {
    driven.told(new ToMember.NewLine(1, 2, 0, 1, 0, DrivenWorker.map(2, 1, 2), ""));
    assertThat(driven.take(Disconnect.class))
        .extracting(Disconnect::lane)
        .containsExactlyElementsOf(driven.lanes().subList(2, 4));
  }

  @Test
  void aNewerMapOfTheSameLineRoutesWorkAnew() {
    long work = driven.orderedAndPrepared(1, 0);
    driven.forgetActions();
    driven.told(new ToMember.NewLine(1, 1, 0, 1, 0, DrivenWorker.map(2, 1, 2), ""));
    LaneId same = driven.lanes().get(0);
    LaneId other = driven.lanes().get(1);
    List<SendPull> anew = driven.take(SendPull.class);
    assertThat(anew).extracting(SendPull::lane).containsExactly(other);
    driven.values(same, work, 0);
    driven.values(other, work, 0);
    assertThat(driven.take(Compute.class)).as("what was asked for before").isEmpty();
    driven.values(other, anew.get(0).request(), 0);
    assertThat(driven.take(Compute.class)).extracting(Compute::work).containsExactly(work);
  }

  @Test
  void ordersOfALowerTermAreRefused() {
    driven.told(new ToMember.NewLine(5, 2, 0, 1, 0, driven.map, ""));
    driven.told(new ToWorker.Order(4, 2, 1, 0, 0, 1, 1, DrivenWorker.blocks(1), 0));
    driven.told(new ToMember.Leave(4, "superseded"));
    assertThat(driven.take(Prepare.class)).isEmpty();
    assertThat(driven.take(Leave.class)).isEmpty();
  }

  @Test
  void ordersOfAnotherLineAreIgnored() {
    driven.told(DrivenWorker.order(2, 1, 0, 0));
    assertThat(driven.take(Prepare.class)).isEmpty();
  }

  @Test
  void aRepeatedOrderIsNotComputedTwiceAndAnsweredAgainOnceDone() {
    driven.done(1, 0);
    driven.forgetActions();
    driven.told(DrivenWorker.order(1, 1, 0, 0));
    assertThat(driven.take(Prepare.class)).isEmpty();
    assertThat(driven.said()).hasOnlyElementsOfType(FromWorker.ShareDone.class).hasSize(1);
    driven.told(DrivenWorker.order(1, 2, 0, 0));
    driven.told(DrivenWorker.order(1, 2, 0, 0));
    assertThat(driven.take(Prepare.class)).hasSize(1);
  }

  @Test
  void aFailureInABlockNamesTheShareAndTheBlock() {
    driven.told(DrivenWorker.order(1, 4, 1, 0));
    long work = driven.last(Prepare.class).work();
    driven.step(new WorkerEvent.Failed(work, 7, BAD_LINE));
    assertThat(driven.said()).containsExactly(new FromWorker.ShareFailed(1, 4, 1, 7, BAD_LINE));
    driven.told(DrivenWorker.order(1, 4, 1, 0));
    assertThat(driven.last(Prepare.class).work()).isGreaterThan(work);
  }

  @Test
  void aLaneThatIsBehindIsAskedAgainAtTheNextTick() {
    long work = driven.orderedAndPrepared(1, 0);
    driven.forgetActions();
    driven.step(new WorkerEvent.Refused(first, false, work, 1, 0, 0, WorkerEvent.Why.OTHER_LINE));
    assertThat(driven.take(SendPull.class)).isEmpty();
    driven.step(new WorkerEvent.Tick());
    assertThat(driven.take(SendPull.class)).extracting(SendPull::lane).containsExactly(first);
    assertThat(driven.take(SendKeys.class)).isEmpty();
  }

  @Test
  void aListThatALaneDoesNotKnowIsSentAgain() {
    long work = driven.orderedAndPrepared(1, 0);
    driven.forgetActions();
    driven.step(new WorkerEvent.Refused(first, false, work, 1, 1, 0, WorkerEvent.Why.UNKNOWN_LIST));
    driven.step(new WorkerEvent.Tick());
    assertThat(driven.take(SendKeys.class)).extracting(SendKeys::lane).containsExactly(first);
  }

  @Test
  void aShareThatAnotherWorkerHasFinishedIsLeft() {
    long work = driven.orderedAndPrepared(1, 0);
    driven.valuesFromAll(work, 0);
    driven.told(new ToWorker.Cancel(1, 1, 1, 0));
    assertThat(driven.take(Forget.class)).extracting(Forget::work).containsExactly(work);
    driven.computed(work);
    assertThat(driven.take(SendPush.class)).isEmpty();
    assertThat(driven.said()).isEmpty();
  }

  @Test
  void aShareThatThisWorkerHasFinishedTooIsKeptAsAnyOther() {
    long work = driven.orderedAndPrepared(1, 0);
    driven.valuesFromAll(work, 0);
    driven.computed(work);
    driven.lanes().forEach(lane -> driven.step(new WorkerEvent.Acked(lane, 1, 1, 0)));
    driven.told(new ToWorker.Cancel(1, 1, 1, 0));
    assertThat(driven.take(Forget.class)).isEmpty();
  }

  @Test
  void aShareThatIsBeingPushedIsSaidToBeDoneWhenItIs() {
    long work = driven.orderedAndPrepared(1, 0);
    driven.valuesFromAll(work, 0);
    driven.computed(work);
    driven.told(new ToWorker.Cancel(1, 1, 1, 0));
    assertThat(driven.said()).as("nobody has it yet").isEmpty();
    driven.lanes().forEach(lane -> driven.step(new WorkerEvent.Acked(lane, 1, 1, 0)));
    assertThat(driven.said()).hasSize(1);
  }

  @Test
  void aShareOfACommittedVersionIsDropped() {
    long work = driven.orderedAndPrepared(1, 0);
    driven.step(
        new WorkerEvent.Refused(first, false, work, 1, 1, 1, WorkerEvent.Why.OTHER_VERSION));
    assertThat(driven.take(Forget.class)).extracting(Forget::work).containsExactly(work);
    assertThat(driven.said()).isEmpty();
  }

  @Test
  void aPushRefusedBecauseItsVersionIsCommittedCountsAsDone() {
    long work = driven.orderedAndPrepared(1, 1);
    driven.valuesFromAll(work, 0);
    driven.computed(work);
    driven.step(new WorkerEvent.Refused(first, true, 1, 1, 1, 1, WorkerEvent.Why.OTHER_VERSION));
    assertThat(driven.said()).hasOnlyElementsOfType(FromWorker.ShareDone.class).hasSize(1);
    assertThat(driven.take(Forget.class)).extracting(Forget::work).containsExactly(work);
  }

  @Test
  void leavesWhenToldAndDropsItsWork() {
    driven.orderedAndPrepared(1, 0);
    driven.told(new ToMember.Leave(1, "the job is over"));
    assertThat(driven.take(Leave.class)).hasSize(1);
    assertThat(driven.take(Forget.class)).hasSize(1);
  }

  @Test
  void leavesWhenRefused() {
    driven.told(new ToMember.Refused(1, "another dataset"));
    assertThat(driven.take(Leave.class)).hasSize(1);
  }

  @Test
  void answersAProbe() {
    driven.told(new ToMember.Probe(1, 42));
    assertThat(driven.take(WorkerAction.Beat.class)).containsExactly(new WorkerAction.Beat(42));
  }

  @Test
  void pushesToEveryCopyAndPullsFromOne() {
    DrivenWorker two = new DrivenWorker(DrivenWorker.copies(1, 2)).ready();
    long work = two.orderedAndPrepared(1, 0);
    assertThat(two.take(SendKeys.class))
        .extracting(keys -> keys.train() + " " + Arrays.toString(keys.keys().keys()))
        .containsExactly("true [9, 7, 8, 5]", "true [9, 7, 8, 5]");
    List<SendPull> pulls = two.take(SendPull.class);
    assertThat(pulls).extracting(SendPull::partitions).containsExactly(0b0101L, 0b1010L);
    pulls.forEach(pull -> two.values(pull.lane(), pull.request(), 0));
    two.computed(work);
    assertThat(two.take(SendPush.class))
        .hasSize(2)
        .allMatch(push -> push.list().places().length == 4 && push.work() == work);
  }

  @Test
  void pullsFromTheOthersWhatALostCopyDidNotAnswer() {
    DrivenWorker two = new DrivenWorker(DrivenWorker.copies(1, 2)).ready();
    long work = two.orderedAndPrepared(1, 0);
    SendPull before = two.take(SendPull.class).get(0);
    PartitionMap left =
        new PartitionMap(2, two.map.pservers().subList(0, 1), Collections.nCopies(4, List.of(0)));
    two.told(new ToMember.NewLine(1, 1, 0, 0, 0, left, ""));
    assertThat(two.take(Disconnect.class)).hasSize(1);
    SendPull after = two.take(SendPull.class).get(0);
    two.values(before.lane(), before.request(), 0);
    assertThat(two.take(Compute.class)).as("a part, as it was asked for before").isEmpty();
    two.values(after.lane(), after.request(), 0);
    assertThat(two.take(Compute.class)).hasSize(1);
    two.computed(work);
    assertThat(two.take(SendPush.class)).hasSize(1);
  }

  @Test
  void aShareIsDoneWhenTheCopiesThatAreLeftHaveIt() {
    DrivenWorker two = new DrivenWorker(DrivenWorker.copies(1, 2)).ready();
    long work = two.orderedAndPrepared(1, 0);
    two.take(SendPull.class).forEach(pull -> two.values(pull.lane(), pull.request(), 0));
    two.computed(work);
    two.step(new WorkerEvent.Acked(two.lanes().get(1), 1, 1, 0));
    assertThat(two.said()).isEmpty();
    PartitionMap left =
        new PartitionMap(2, two.map.pservers().subList(1, 2), Collections.nCopies(4, List.of(0)));
    two.told(new ToMember.NewLine(1, 1, 0, 0, 0, left, ""));
    assertThat(two.said()).hasSize(1);
    assertThat(two.take(SendPush.class)).hasSize(2);
  }
}
