package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromWorker;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;
import trainer.core.table.PartitionMap;
import trainer.worker.api.WorkerAction.Forget;
import trainer.worker.api.WorkerAction.Prepare;
import trainer.worker.api.WorkerAction.SendPull;
import trainer.worker.api.WorkerAction.SendPush;
import trainer.worker.api.WorkerEvent;

class ShareOrdersTest {
  private static final Failure BAD_LINE =
      new Failure(FailureKind.DATA_INVALID, "bad line", "file:/data/a at 17", "");

  private final DrivenWorker driven = new DrivenWorker(2, 2).ready();

  @Test
  void pushesToEveryLaneAndReportsWhenAllAcknowledged() {
    long work = driven.orderedAndPrepared(1, 1);
    driven.valuesFromAll(work, 0);
    driven.computed(work);
    assertThat(driven.take(SendPush.class))
        .hasSize(4)
        .allMatch(
            push ->
                push.target().number() == 1
                    && push.target().shares() == 2
                    && push.gradients().metrics().records() == 5);
    driven.lanes().subList(0, 3).forEach(lane -> driven.step(new WorkerEvent.Acked(lane, 1, 1, 1)));
    assertThat(driven.sent()).isEmpty();
    driven.step(new WorkerEvent.Acked(driven.lanes().get(3), 1, 1, 1));
    assertThat(driven.sent())
        .singleElement()
        .isInstanceOfSatisfying(
            FromWorker.ShareDone.class, done -> assertThat(done.records()).isEqualTo(5));
  }

  @Test
  void aShareIsDoneWhenTheCopiesThatAreLeftHaveIt() {
    DrivenWorker two = new DrivenWorker(DrivenWorker.copies(1, 2)).ready();
    long work = two.orderedAndPrepared(1, 0);
    two.take(SendPull.class).forEach(pull -> two.values(pull.lane(), pull.request(), 0));
    two.computed(work);
    two.step(new WorkerEvent.Acked(two.lanes().get(1), 1, 1, 0));
    assertThat(two.sent()).isEmpty();
    PartitionMap left =
        new PartitionMap(2, two.map.pservers().subList(1, 2), Collections.nCopies(4, List.of(0)));
    two.receive(
        new ToMember.NewLine(
            new Term(1), new Line(1), Version.INITIAL, Line.NONE, Line.NONE, left, ""));
    assertThat(two.sent()).hasSize(1);
    assertThat(two.take(SendPush.class)).hasSize(2);
  }

  @Test
  void keepsTheSumsUntilTheVersionIsKnownCommitted() {
    long work = driven.done(1, 0);
    assertThat(driven.take(Forget.class)).isEmpty();
    driven.receive(DrivenWorker.order(1, 2, 0, 0));
    assertThat(driven.take(Forget.class)).isEmpty();
    driven.receive(DrivenWorker.order(1, 3, 0, 1));
    assertThat(driven.take(Forget.class)).extracting(Forget::work).containsExactly(work);
  }

  @Test
  void ordersOfAnotherLineAreIgnored() {
    driven.receive(DrivenWorker.order(2, 1, 0, 0));
    assertThat(driven.take(Prepare.class)).isEmpty();
  }

  @Test
  void aRepeatedOrderIsNotComputedTwiceAndAnsweredAgainOnceDone() {
    driven.done(1, 0);
    driven.forgetActions();
    driven.receive(DrivenWorker.order(1, 1, 0, 0));
    assertThat(driven.take(Prepare.class)).isEmpty();
    assertThat(driven.sent()).hasOnlyElementsOfType(FromWorker.ShareDone.class).hasSize(1);
    driven.receive(DrivenWorker.order(1, 2, 0, 0));
    driven.receive(DrivenWorker.order(1, 2, 0, 0));
    assertThat(driven.take(Prepare.class)).hasSize(1);
  }

  @Test
  void aFailureInABlockNamesTheShareAndTheBlock() {
    driven.receive(DrivenWorker.order(1, 4, 1, 0));
    long work = driven.last(Prepare.class).work();
    driven.step(new WorkerEvent.Failed(work, 7, BAD_LINE));
    assertThat(driven.sent())
        .containsExactly(new FromWorker.ShareFailed(new Line(1), new Version(4), 1, 7, BAD_LINE));
    driven.receive(DrivenWorker.order(1, 4, 1, 0));
    assertThat(driven.last(Prepare.class).work()).isGreaterThan(work);
  }

  @Test
  void aShareThatAnotherWorkerHasFinishedIsLeft() {
    long work = driven.orderedAndPrepared(1, 0);
    driven.valuesFromAll(work, 0);
    driven.receive(new ToWorker.Cancel(new Term(1), new Line(1), new Version(1), 0));
    assertThat(driven.take(Forget.class)).extracting(Forget::work).containsExactly(work);
    driven.computed(work);
    assertThat(driven.take(SendPush.class)).isEmpty();
    assertThat(driven.sent()).isEmpty();
  }

  @Test
  void aShareThatThisWorkerHasFinishedTooIsKeptAsAnyOther() {
    long work = driven.orderedAndPrepared(1, 0);
    driven.valuesFromAll(work, 0);
    driven.computed(work);
    driven.lanes().forEach(lane -> driven.step(new WorkerEvent.Acked(lane, 1, 1, 0)));
    driven.receive(new ToWorker.Cancel(new Term(1), new Line(1), new Version(1), 0));
    assertThat(driven.take(Forget.class)).isEmpty();
  }

  @Test
  void aShareThatIsBeingPushedIsSaidToBeDoneWhenItIs() {
    long work = driven.orderedAndPrepared(1, 0);
    driven.valuesFromAll(work, 0);
    driven.computed(work);
    driven.receive(new ToWorker.Cancel(new Term(1), new Line(1), new Version(1), 0));
    assertThat(driven.sent()).as("nobody has it yet").isEmpty();
    driven.lanes().forEach(lane -> driven.step(new WorkerEvent.Acked(lane, 1, 1, 0)));
    assertThat(driven.sent()).hasSize(1);
  }
}
