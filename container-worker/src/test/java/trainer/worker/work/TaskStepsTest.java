package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;
import trainer.worker.api.WorkerAction.Compute;
import trainer.worker.api.WorkerAction.Forget;
import trainer.worker.api.WorkerAction.Prepare;
import trainer.worker.api.WorkerAction.SendPull;
import trainer.worker.api.WorkerAction.SendPush;
import trainer.worker.api.WorkerEvent;
import trainer.worker.routing.LaneId;

/** Tasks whose steps are applied on arrival; a lane less than all keeps the numbers small. */
class TaskStepsTest {
  private static final Failure BAD_LINE =
      new Failure(FailureKind.DATA_INVALID, "bad line", "file:/data/a at 17", "");

  private final DrivenWorker driven = new DrivenWorker(1, 1).ready();
  private final LaneId lane = driven.lanes().get(0);

  /** A task of five blocks is three steps of two. */
  private static ToWorker.AssignTasks tasks(long line, long... slots) {
    return tasks(line, false, slots);
  }

  private static ToWorker.AssignTasks tasks(long line, boolean whole, long... slots) {
    return new ToWorker.AssignTasks(
        new Term(1),
        new Line(line),
        new Version(1),
        0,
        new ToWorker.Steps(2),
        whole,
        LongStream.of(slots)
            .mapToObj(slot -> new ToWorker.Task(new Slot(slot), DrivenWorker.blocks(5)))
            .toList());
  }

  private List<Long> prepared() {
    List<Long> works = driven.take(Prepare.class).stream().map(Prepare::work).toList();
    works.forEach(work -> driven.step(new WorkerEvent.Prepared(work, DrivenWorker.KEYS)));
    return works;
  }

  private void computed(long work) {
    driven.values(lane, work, 0);
    driven.computed(work);
  }

  private void acked(long line, int update) {
    driven.step(new WorkerEvent.Acked(lane, line, 1, update));
  }

  /** Everything that is to be done now, to the last acknowledgement. */
  private void finish(long line) {
    for (List<Long> works = prepared(); !works.isEmpty(); works = prepared()) {
      for (long work : works) {
        driven.step(new WorkerEvent.Values(lane, work, line, 0, new float[4]));
        driven.computed(work);
      }
      driven.take(SendPush.class).forEach(push -> acked(line, push.target().number()));
    }
  }

  @Test
  void areComputedInStepsAndReportedWhenTheLastIsApplied() {
    driven.receive(tasks(1, 7));
    assertThat(driven.take(Prepare.class))
        .extracting(prepare -> prepare.blocks().get(0).blocks().size())
        .containsExactly(2, 2, 1);
    DrivenWorker again = new DrivenWorker(1, 1).ready();
    again.receive(tasks(1, 7));
    driven.forgetActions();
    driven.receive(tasks(1, 7));
    assertThat(driven.take(Prepare.class)).as("given twice").isEmpty();
  }

  @Test
  void areDroppedWhenTheyWereTakenBackMeanwhile() {
    driven.receive(tasks(1, 7, 8));
    List<Long> works = prepared();
    driven.receive(tasks(1, true, 8));
    assertThat(driven.take(Forget.class)).extracting(Forget::work).containsAll(works);
    finish(1);
    assertThat(driven.sent())
        .singleElement()
        .isInstanceOfSatisfying(
            FromWorker.TaskDone.class, done -> assertThat(done.slot().number()).isEqualTo(8));
  }

  @Test
  void reportTheMetricsOfAllSteps() {
    driven.receive(tasks(1, 7));
    finish(1);
    assertThat(driven.sent())
        .singleElement()
        .isInstanceOfSatisfying(
            FromWorker.TaskDone.class,
            done -> {
              assertThat(done.version().number()).isEqualTo(1);
              assertThat(done.slot().number()).isEqualTo(7);
              assertThat(done.metrics().records()).isEqualTo(15);
            });
  }

  @Test
  void pushUpdatesNumberedThroughoutAndWaitForNobody() {
    driven.receive(tasks(1, 7, 8));
    List<Long> works = prepared();
    works.forEach(this::computed);
    assertThat(driven.take(SendPush.class))
        .allMatch(push -> push.target().isUpdate() && push.target().version() == 1)
        .extracting(push -> push.target().number())
        .containsExactly(0, 1, 2);
    prepared().forEach(this::computed);
    assertThat(driven.take(SendPush.class))
        .extracting(push -> push.target().number())
        .containsExactly(3, 4, 5);
    assertThat(driven.take(Prepare.class)).as("six are on their way").isEmpty();
    acked(1, 0);
    assertThat(driven.sent()).isEmpty();
    acked(1, 1);
    acked(1, 2);
    assertThat(driven.sent()).hasSize(1);
  }

  @Test
  void pullForOneStepAheadOfTheOneAtWork() {
    driven.receive(tasks(1, 7));
    List<Long> works = prepared();
    assertThat(driven.take(SendPull.class))
        .extracting(SendPull::request)
        .containsExactly(works.get(0));
    driven.values(lane, works.get(0), 0);
    assertThat(driven.take(Compute.class)).hasSize(1);
    assertThat(driven.take(SendPull.class))
        .extracting(SendPull::request)
        .containsExactly(works.get(1));
    driven.values(lane, works.get(1), 0);
    assertThat(driven.take(SendPull.class)).as("one is at work, one ready").isEmpty();
  }

  private void pace(long slowest, int bound) {
    driven.receive(new ToWorker.Pace(new Term(1), slowest, bound));
  }

  private FromWorker.Clock clock() {
    List<FromMember> sent = driven.sent();
    return (FromWorker.Clock) sent.get(sent.size() - 1);
  }

  @Test
  void areNotBegunFartherAheadOfTheSlowestWorkerThanIsAllowed() {
    pace(0, 1);
    driven.receive(tasks(1, 7, 8));
    List<Long> works = prepared();
    driven.values(lane, works.get(0), 0);
    driven.values(lane, works.get(1), 0);
    driven.computed(works.get(0));
    acked(1, 0);
    driven.computed(works.get(1));
    acked(1, 1);
    assertThat(clock()).isEqualTo(new FromWorker.Clock(new Term(1), 2, 2));
    assertThat(driven.take(SendPull.class)).extracting(SendPull::request).hasSize(2);
    pace(1, 1);
    assertThat(driven.take(SendPull.class))
        .extracting(SendPull::request)
        .containsExactly(works.get(2));
    assertThat(clock()).isEqualTo(new FromWorker.Clock(new Term(1), 2, 3));
  }

  @Test
  void oneThatIsBegunIsSentThoughTheOneBeforeItHasToWaitForThePace() {
    DrivenWorker unconnected = new DrivenWorker(1, 2);
    unconnected.receive(
        new ToMember.Welcome(
            new Term(1),
            new Incarnation(100),
            new Line(1),
            Version.INITIAL,
            Line.NONE,
            unconnected.map));
    List<LaneId> lanes = unconnected.lanes();
    unconnected.step(new WorkerEvent.Connected(lanes.get(0)));
    unconnected.receive(new ToWorker.Pace(new Term(1), 0, 0));
    unconnected.receive(tasks(1, 7));
    List<Long> works = unconnected.take(Prepare.class).stream().map(Prepare::work).toList();
    unconnected.step(new WorkerEvent.Prepared(works.get(1), DrivenWorker.KEYS));
    unconnected.step(new WorkerEvent.Prepared(works.get(0), DrivenWorker.KEYS));
    unconnected.forgetActions();

    unconnected.step(new WorkerEvent.Connected(lanes.get(1)));

    assertThat(unconnected.take(SendPull.class))
        .extracting(SendPull::request)
        .containsExactly(works.get(1));
  }

  @Test
  void areReportedWithHowFarAheadTheyWere() {
    pace(0, 2);
    driven.receive(tasks(1, 7));
    finish(1);
    assertThat(driven.sent())
        .filteredOn(FromWorker.TaskDone.class::isInstance)
        .singleElement()
        .isInstanceOfSatisfying(
            FromWorker.TaskDone.class,
            done -> assertThat(done.staleness().counts()).containsExactly(1L, 1L, 1L));
  }

  @Test
  void ofAWorkerThatHadNothingToDoCountFromTheSlowest() {
    pace(50, 0);
    driven.receive(tasks(1, 7));
    prepared();
    assertThat(clock()).isEqualTo(new FromWorker.Clock(new Term(1), 50, 51));
  }

  @Test
  void whatIsTakenBackIsDroppedBeforeThePaceLetsItGoOn() {
    pace(0, 0);
    driven.receive(tasks(1, 7));
    List<Long> works = prepared();
    driven.forgetActions();
    ToWorker.AssignTasks none = tasks(1, true);
    driven.receive(
        new ToWorker.AssignTasks(
            new Term(1),
            new Line(1),
            new Version(1),
            0,
            new ToWorker.Steps(2),
            true,
            none.tasks(),
            new ToWorker.Pace(new Term(1), 5, 0)));
    assertThat(driven.take(SendPull.class)).isEmpty();
    assertThat(driven.take(Forget.class)).extracting(Forget::work).containsAll(works);
    assertThat(clock()).isEqualTo(new FromWorker.Clock(new Term(1), 5, 5));
  }

  /** All tasks of the worker by a new master, which does not know the slowest worker yet. */
  private static ToWorker.AssignTasks ofNewMaster(long... slots) {
    ToWorker.AssignTasks same = tasks(1, true, slots);
    return new ToWorker.AssignTasks(
        new Term(2),
        same.line(),
        same.version(),
        0,
        same.steps(),
        true,
        same.tasks(),
        new ToWorker.Pace(new Term(2), ToWorker.Pace.UNKNOWN, 0));
  }

  /** The last master recorded the task, and died before it sent it. */
  @Test
  void ofATaskThatTheWorkerNeverHadWaitUntilTheSlowestIsKnown() {
    pace(50, 0);
    driven.receive(ofNewMaster(7));
    prepared();
    assertThat(driven.take(SendPull.class)).isEmpty();
    assertThat(clock()).isEqualTo(new FromWorker.Clock(new Term(2), 0, 0));
    driven.receive(new ToWorker.Pace(new Term(2), 9, 0));
    assertThat(driven.take(SendPull.class)).hasSize(1);
    assertThat(clock()).isEqualTo(new FromWorker.Clock(new Term(2), 9, 10));
  }

  @Test
  void ofAWorkerWhoseReportWasLostCountOn() {
    pace(0, 9);
    driven.receive(tasks(1, 7));
    finish(1);
    driven.forgetActions();
    driven.receive(ofNewMaster(7));
    assertThat(driven.sent()).first().isEqualTo(new FromWorker.Clock(new Term(2), 3, 3));
  }

  @Test
  void ofAWorkerThatHoldsNothingCountFromWhereANewMasterCounts() {
    pace(50, 0);
    driven.receive(
        new ToWorker.AssignTasks(
            new Term(2),
            new Line(1),
            new Version(1),
            0,
            new ToWorker.Steps(2),
            true,
            List.of(),
            new ToWorker.Pace(new Term(2), 3, 0)));
    assertThat(clock()).isEqualTo(new FromWorker.Clock(new Term(2), 3, 3));
  }

  @Test
  void aMasterThatGivesAllAgainIsToldAgainHowFarItIs() {
    pace(0, 3);
    driven.receive(tasks(1, 7));
    prepared();
    FromWorker.Clock before = clock();
    driven.receive(tasks(1, true, 7));
    assertThat(clock()).isEqualTo(before);
  }

  @Test
  void areSaidToBeDoneAgainWhenGivenAgain() {
    driven.receive(tasks(1, 7));
    finish(1);
    List<FromMember> sent = driven.sent();
    driven.receive(tasks(1, 7));
    assertThat(driven.take(Prepare.class)).isEmpty();
    assertThat(driven.sent()).isEqualTo(sent);
  }

  @Test
  void goOnUnderANewLineWithTheSameNumbers() {
    driven.receive(tasks(1, 7));
    List<Long> works = prepared();
    computed(works.get(0));
    computed(works.get(1));
    driven.forgetActions();
    driven.receive(
        new ToMember.NewLine(
            new Term(2), new Line(2), Version.INITIAL, new Line(1), Line.NONE, driven.map, ""));
    assertThat(driven.take(Forget.class)).isEmpty();
    assertThat(driven.take(SendPush.class))
        .allMatch(push -> push.target().line() == 2)
        .extracting(push -> push.target().number())
        .containsExactly(0, 1);
    assertThat(driven.take(SendPull.class)).allMatch(pull -> pull.line() == 2).hasSize(1);
    acked(1, 0); // applied under the old line; its word came late
    acked(2, 1);
    driven.step(new WorkerEvent.Values(lane, works.get(2), 2, 0, new float[4]));
    driven.computed(works.get(2));
    acked(2, 2);
    assertThat(driven.sent()).singleElement().isInstanceOf(FromWorker.TaskDone.class);
  }

  @Test
  void areVoidOnceTheirVersionIsTheBaseOfALine() {
    driven.receive(tasks(1, 7));
    prepared();
    driven.forgetActions();
    driven.receive(
        new ToMember.NewLine(
            new Term(2), new Line(2), new Version(1), new Line(1), Line.NONE, driven.map, ""));
    assertThat(driven.take(Forget.class)).hasSize(3);
    assertThat(driven.take(Prepare.class)).isEmpty();
  }

  @Test
  void areReportedWithTheBlockThatFailed() {
    driven.receive(tasks(1, 7));
    List<Long> works = prepared();
    driven.values(lane, works.get(0), 0);
    driven.step(new WorkerEvent.Failed(works.get(0), 1, BAD_LINE));
    assertThat(driven.sent())
        .containsExactly(
            new FromWorker.TaskFailed(new Line(1), new Version(1), new Slot(7), 1, BAD_LINE));
    assertThat(driven.take(Forget.class)).hasSize(3);
  }

  @Test
  void areForgottenWhenALaneIsPastTheirVersion() {
    driven.receive(tasks(1, 7));
    List<Long> works = prepared();
    computed(works.get(0));
    driven.step(new WorkerEvent.Refused(lane, true, 0, 1, 1, 1, WorkerEvent.Reason.OTHER_VERSION));
    assertThat(driven.take(Forget.class)).hasSize(3);
    assertThat(driven.sent()).isEmpty();
  }

  @Test
  void pushAgainOverANewConnectionWithTheSameNumber() {
    driven.receive(tasks(1, 7));
    computed(prepared().get(0));
    driven.forgetActions();
    driven.step(new WorkerEvent.Lost(lane));
    driven.step(new WorkerEvent.Connected(lane));
    assertThat(driven.take(SendPush.class))
        .extracting(push -> push.target().number())
        .containsExactly(0);
  }
}
