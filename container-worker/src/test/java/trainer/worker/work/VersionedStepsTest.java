package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromWorker;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;
import trainer.worker.api.WorkerAction.Compute;
import trainer.worker.api.WorkerAction.Forget;
import trainer.worker.api.WorkerAction.Prepare;
import trainer.worker.api.WorkerAction.SendPull;
import trainer.worker.api.WorkerAction.SendPush;
import trainer.worker.api.WorkerAction.Stop;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.LaneId;

/** Tasks whose gradients are given a place before they are pushed. */
class VersionedStepsTest {
  private final DrivenWorker driven = new DrivenWorker(1, 1).ready();
  private final LaneId lane = driven.lanes().get(0);

  private static ToWorker.AssignTasks tasks(long line, long model, boolean whole, long... slots) {
    return new ToWorker.AssignTasks(
        new Term(1),
        new Line(line),
        new Version(1),
        0,
        new ToWorker.Steps(10, new Version(model)),
        whole,
        LongStream.of(slots)
            .mapToObj(slot -> new ToWorker.Task(new Slot(slot), DrivenWorker.blocks(5)))
            .toList());
  }

  /** Place {@code share} of three of {@code version}, for a slot. */
  private static ToWorker.Order place(long version, int share, long slot) {
    return new ToWorker.Order(
        new Term(1),
        new Line(1),
        new Version(version),
        0,
        new ToWorker.Share(share, 3, 30, DrivenWorker.blocks(5)),
        new Version(version - 1),
        new Slot(slot));
  }

  private long prepared() {
    long work = driven.last(Prepare.class).work();
    driven.step(new WorkerEvent.Prepared(work, DrivenWorker.KEYS));
    return work;
  }

  private void values(long work, long version) {
    driven.values(lane, work, version);
  }

  /** A task at version 4 whose gradients are there. */
  private long reported(long slot) {
    driven.receive(tasks(1, 4, false, slot));
    long work = prepared();
    values(work, 4);
    driven.computed(work);
    return work;
  }

  @Test
  void areComputedWholeOnTheVersionThatIsNamedAndReportedBeforeTheyArePushed() {
    long work = reported(7);
    assertThat(driven.take(SendPull.class)).extracting(SendPull::version).containsExactly(4L);
    assertThat(driven.take(Compute.class)).extracting(Compute::minibatchBlocks).containsExactly(10);
    assertThat(driven.sent())
        .containsExactly(
            new FromWorker.Reported(new Line(1), new Version(1), new Slot(7), new Version(4)));
    assertThat(driven.take(SendPush.class)).isEmpty();

    driven.receive(place(5, 2, 7));
    assertThat(driven.take(SendPush.class))
        .singleElement()
        .matches(push -> push.work() == work && push.target().version() == 5)
        .matches(push -> push.target().number() == 2 && push.target().shares() == 3);
    driven.ackedByAll(5, 2);
    assertThat(driven.sent())
        .singleElement()
        .isInstanceOfSatisfying(
            FromWorker.ShareDone.class, done -> assertThat(done.share()).isEqualTo(2));
  }

  @Test
  void areComputedOnceMoreOnTheNewestVersionWhenTheyAreRefused() {
    long work = reported(7);
    driven.forgetActions();
    driven.receive(new ToWorker.ModelVersion(new Term(1), new Line(1), new Version(6)));
    assertThat(driven.take(SendPull.class)).extracting(SendPull::version).containsExactly(6L);
    assertThat(driven.take(Prepare.class)).as("blocks and keys are there").isEmpty();
    values(work, 4);
    assertThat(driven.take(Compute.class)).as("rows of an older version").isEmpty();
    values(work, 6);
    driven.computed(work);
    assertThat(driven.sent())
        .containsExactly(
            new FromWorker.Reported(new Line(1), new Version(1), new Slot(7), new Version(6)));
    driven.receive(place(5, 0, 7));
    assertThat(driven.take(SendPush.class)).as("these are not of version 4").isEmpty();
  }

  @Test
  void areSaidToBeOvertakenWhenTheirComputationHasStoppedAndKeepBlocksAndKeys() {
    driven.receive(tasks(1, 4, false, 7));
    long work = prepared();
    values(work, 4);
    driven.forgetActions();
    driven.receive(new ToWorker.ModelVersion(new Term(1), new Line(1), new Version(5)));
    driven.receive(new ToWorker.ModelVersion(new Term(1), new Line(1), new Version(6)));
    assertThat(driven.take(Stop.class)).extracting(Stop::work).containsExactly(work);
    assertThat(driven.sent()).as("it may hang").isEmpty();
    assertThat(driven.take(SendPull.class)).isEmpty();
    driven.step(new WorkerEvent.Stopped(work));
    assertThat(driven.sent())
        .containsExactly(
            new FromWorker.Reported(new Line(1), new Version(1), new Slot(7), new Version(4)));
    assertThat(driven.take(SendPull.class)).extracting(SendPull::version).containsExactly(6L);
    assertThat(driven.take(Prepare.class)).isEmpty();
    assertThat(driven.take(Forget.class)).isEmpty();
    driven.forgetActions();
    values(work, 6);
    driven.receive(new ToWorker.ModelVersion(new Term(1), new Line(1), new Version(7)));
    assertThat(driven.take(Stop.class)).as("it is computed for the second time").hasSize(1);
    driven.computed(work);
    assertThat(driven.sent())
        .as("it was through")
        .contains(
            new FromWorker.Reported(new Line(1), new Version(1), new Slot(7), new Version(6)));
  }

  @Test
  void arePulledForOneAtATime() {
    driven.receive(tasks(1, 4, false, 7, 8));
    List<Long> works = driven.take(Prepare.class).stream().map(Prepare::work).toList();
    assertThat(works).hasSize(2);
    works.forEach(work -> driven.step(new WorkerEvent.Prepared(work, DrivenWorker.KEYS)));
    assertThat(driven.take(SendPull.class))
        .extracting(SendPull::work)
        .containsExactly(works.get(0));
    values(works.get(0), 4);
    assertThat(driven.take(SendPull.class)).isEmpty();
    driven.computed(works.get(0));
    assertThat(driven.take(SendPull.class))
        .extracting(SendPull::work)
        .containsExactly(works.get(1));
  }

  @Test
  void aPlaceOfALostWorkersIsAShareLikeAnyOther() {
    driven.receive(place(5, 1, 9));
    long work = prepared();
    assertThat(driven.take(SendPull.class)).extracting(SendPull::version).containsExactly(4L);
    values(work, 4);
    driven.computed(work);
    assertThat(driven.take(SendPush.class))
        .extracting(push -> push.target().number())
        .containsExactly(1);
    assertThat(driven.sent()).isEmpty();
  }

  @Test
  void areReportedAgainToAMasterThatMayNotHaveHeard() {
    reported(7);
    driven.forgetActions();
    driven.receive(tasks(1, 4, true, 7));
    assertThat(driven.sent())
        .containsExactly(
            new FromWorker.Reported(new Line(1), new Version(1), new Slot(7), new Version(4)));
  }

  @Test
  void ofTheNextPassesAreComputedThoughThoseOfTheSameTurnHadAPlaceInThePassesBefore() {
    reported(7);
    driven.receive(place(5, 2, 7));
    driven.forgetActions();
    List<ToWorker.Task> tasks = List.of(new ToWorker.Task(new Slot(7), DrivenWorker.blocks(5)));
    driven.receive(
        new ToWorker.AssignTasks(
            new Term(1),
            new Line(1),
            new Version(9),
            1,
            new ToWorker.Steps(10, new Version(8)),
            false,
            tasks));
    assertThat(driven.take(Prepare.class)).hasSize(1);
  }

  @Test
  void areComputedAnewUnderANewLine() {
    reported(7);
    driven.forgetActions();
    driven.receive(
        new ToMember.NewLine(
            new Term(1), new Line(2), new Version(3), new Line(1), Line.NONE, driven.map, ""));
    assertThat(driven.take(Forget.class)).hasSize(1);
    long work = prepared();
    assertThat(driven.take(SendPull.class)).extracting(SendPull::version).containsExactly(3L);
    driven.receive(new ToWorker.ModelVersion(new Term(1), new Line(1), new Version(9)));
    assertThat(driven.take(SendPull.class)).as("word of a line that is void").isEmpty();
    driven.step(new WorkerEvent.Values(lane, work, 2, 3, new float[4]));
    driven.computed(work);
    assertThat(driven.sent())
        .containsExactly(
            new FromWorker.Reported(new Line(2), new Version(1), new Slot(7), new Version(3)));
  }

  @Test
  void whatAPserverNoLongerServesIsPulledAsItIsNow() {
    driven.receive(tasks(1, 4, false, 7));
    long work = prepared();
    driven.forgetActions();
    driven.step(
        new WorkerEvent.Refused(lane, false, work, 1, 1, 6, WorkerEvent.Reason.OTHER_VERSION));
    assertThat(driven.take(SendPull.class)).extracting(SendPull::version).containsExactly(6L);
  }
}
