package trainer.master.job.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.QueueChange;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.input.Block;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;
import trainer.master.job.DrivenJob;
import trainer.master.job.api.JobEvent;

/** Tasks that hang, fail and kill, where nobody waits. */
class TaskAssignmentTest {
  private static final Duration UNMEASURED = Duration.ofSeconds(11);
  private static final Failure THROWN =
      new Failure(FailureKind.MODEL_CODE_FAILED, "thrown", "", "");

  private final DrivenJob job = job(8, 1, 1);

  /** A job of one worker that holds two tasks at most. */
  private static DrivenJob job(int blocks, int blocksOfTask, int epochs) {
    return new DrivenJob(
            blocks,
            0,
            Map.of(
                "trainer.sync", "async",
                "trainer.workers", "1",
                "trainer.epochs", "" + epochs,
                "trainer.task.blocks", "" + blocksOfTask,
                "trainer.tasks.per-assignment", "2",
                "trainer.task.timeout-least", "1s",
                "trainer.task.max-failures", "3",
                "trainer.task.max-timeouts", "1"))
        .run();
  }

  private List<Long> given(String worker) {
    return given(job, worker);
  }

  private static List<Long> given(DrivenJob job, String worker) {
    return job.said(worker, ToWorker.AssignTasks.class).stream()
        .flatMap(message -> message.tasks().stream())
        .map(one -> one.slot().number())
        .toList();
  }

  private void isLate(String worker) {
    isLate(job, worker, -1);
  }

  private static void isLate(DrivenJob job, String worker, int block) {
    job.pass(UNMEASURED);
    List<ToMember.Probe> asked = job.said(worker, ToMember.Probe.class);
    job.say(worker, new FromMember.Heartbeat(asked.get(asked.size() - 1).number(), 0, block));
  }

  private long timeouts() {
    return returned().stream()
        .filter(returned -> returned.cause() == QueueChange.Cause.TIMED_OUT)
        .count();
  }

  private List<QueueChange.Returned> returned() {
    return job.facts(TrainingFact.QueueChanged.class).stream()
        .map(TrainingFact.QueueChanged::change)
        .filter(QueueChange.Returned.class::isInstance)
        .map(QueueChange.Returned.class::cast)
        .toList();
  }

  @Test
  void aWorkerThatHangsIsReplacedAndOnlyTheTaskItHangsInIsCounted() {
    assertThat(given("w0")).containsExactly(0L, 1L);
    isLate("w0");
    assertThat(timeouts()).as("it may not have heard of it").isZero();
    job.pass(UNMEASURED);

    assertThat(timeouts()).isEqualTo(1);
    assertThat(job.wanted().released()).containsExactly("w0");
    job.startReplacements();
    assertThat(given("w1")).containsExactly(0L, 1L);
    assertThat(job.view().tasks().discarded()).isZero();
    isLate("w1");
    job.pass(UNMEASURED);
    assertThat(timeouts()).isEqualTo(2);
    assertThat(job.view().tasks().discarded()).isEqualTo(1);
  }

  @Test
  void theBlockThatIsNamedIsTheOneItIsAtWhenItsTimeIsOver() {
    DrivenJob of = job(8, 4, 1);
    for (String worker : List.of("w0", "w1")) {
      int first = blocks(of, worker).get(0);
      isLate(of, worker, first);
      of.say(worker, new FromMember.Heartbeat(0, 0, first + 3));
      of.pass(UNMEASURED).startReplacements();
    }

    int hung = blocks(of, "w0").get(3);
    assertThat(of.view().failure().kind()).isEqualTo(FailureKind.TASK_TIMED_OUT);
    assertThat(of.view().failure().where())
        .isEqualTo("block " + hung + " of hdfs://x/in/a at offset " + 10 * hung);
  }

  @Test
  void theBlockThatIsNamedIsTheOneAnEarlierWorkerWasAtWhereTheLastIsAtNone() {
    DrivenJob of = job(8, 4, 1);
    int hung = blocks(of, "w0").get(3);
    isLate(of, "w0", hung);
    of.pass(UNMEASURED).startReplacements();
    isLate(of, "w1", -1);
    of.pass(UNMEASURED);

    String where = "block " + hung + " of hdfs://x/in/a at offset " + 10 * hung;
    assertThat(of.view().failure().where()).isEqualTo(where);
    assertThat(of.view().tasks().discards().get(0).evidence()).endsWith(", at " + where);
  }

  private static List<Integer> blocks(DrivenJob job, String worker) {
    return job.said(worker, ToWorker.AssignTasks.class).stream()
        .flatMap(message -> message.tasks().stream())
        .flatMap(task -> task.blocks().stream())
        .flatMap(file -> file.blocks().stream())
        .map(Block::number)
        .toList();
  }

  @Test
  void theTaskItHangsInIsCountedThoughItWasGivenAnotherBefore() {
    assertThat(given("w0")).containsExactly(0L, 1L);
    int second = blocks(job, "w0").get(1);
    isLate(job, "w0", second);
    job.pass(UNMEASURED);

    assertThat(returned())
        .containsExactlyInAnyOrder(
            new QueueChange.Returned(new Slot(0), QueueChange.Cause.LOST),
            new QueueChange.Returned(new Slot(1), QueueChange.Cause.TIMED_OUT));
  }

  @Test
  void aWorkerThatIsGivenATaskOnceMoreIsAskedOnceMore() {
    isLate("w0");
    job.say("w0", new FromWorker.TaskFailed(new Line(1), new Version(1), new Slot(0), 0, THROWN));
    assertThat(given("w0")).containsExactly(0L, 1L, 0L);
    job.say("w0", new FromWorker.TaskDone(new Line(1), new Version(1), new Slot(1), metrics()));
    job.wanted().clear();

    job.pass(UNMEASURED);

    assertThat(timeouts()).isZero();
    assertThat(job.said("w0", ToMember.Probe.class)).isNotEmpty();
  }

  @Test
  void everyTaskADeadWorkerHeldIsSuspectedAndThenComputedAlone() {
    for (String worker : List.of("w0", "w1", "w2")) {
      assertThat(given(worker)).containsExactly(0L, 1L);
      job.dies(worker, 137);
      job.startReplacements();
    }

    assertThat(given("w3")).containsExactly(0L);
    job.pass(Duration.ofSeconds(1));
    assertThat(given("w3")).as("nothing beside a suspect").containsExactly(0L);
    job.say("w3", new FromWorker.TaskDone(new Line(1), new Version(1), new Slot(0), metrics()));
    job.pass(Duration.ofSeconds(1));
    assertThat(given("w3")).as("the other suspect").containsExactly(0L, 1L);
  }

  @Test
  void aDeathCountsOnceForATaskThatIsHeldInTwoPasses() {
    DrivenJob of = job(1, 1, 8);
    for (String worker : List.of("w0", "w1", "w2")) {
      assertThat(given(of, worker)).as("not suspected yet").containsExactly(0L, 1L);
      of.dies(worker, 137);
      of.startReplacements();
    }

    assertThat(given(of, "w3")).as("alone").containsExactly(0L);
  }

  @Test
  void aWorkerThatWaitsForTheLastTasksIsGivenThemWhenAnotherIsLost() {
    DrivenJob two =
        new DrivenJob(
                9,
                0,
                Map.of(
                    "trainer.sync", "async",
                    "trainer.workers", "2",
                    "trainer.task.blocks", "1",
                    "trainer.tasks.per-assignment", "2"))
            .run();
    List<Long> first = given(two, "w0");
    List<Long> others = given(two, "w1");
    two.say(
        "w0",
        new FromWorker.TaskDone(new Line(1), new Version(1), new Slot(first.get(0)), metrics()));
    two.pass(Duration.ofSeconds(1));
    assertThat(given(two, "w0")).as("five are left, and it holds one").isEqualTo(first);

    two.dies("w1", 137);
    two.pass(Duration.ofSeconds(1));
    assertThat(given(two, "w0")).hasSize(3).last().isIn(others);
  }

  @Test
  void aWorkerThatIsToldToLeaveIsGivenNothingMoreThoughItFinishesSomething() {
    DrivenJob two =
        new DrivenJob(
                8,
                0,
                Map.of(
                    "trainer.sync", "async",
                    "trainer.workers", "2",
                    "trainer.task.blocks", "1",
                    "trainer.tasks.per-assignment", "2"))
            .run();
    List<Long> before = given(two, "w1");
    two.tell(new JobEvent.ScaleAsked(7, Role.WORKER, 1, "alice"));
    two.pass(Duration.ofMillis(500));
    two.say(
        "w1",
        new FromWorker.TaskDone(new Line(1), new Version(1), new Slot(before.get(0)), metrics()));
    two.pass(Duration.ofSeconds(1));
    assertThat(given(two, "w1")).isEqualTo(before);
  }

  @Test
  void whatIsDoneWhileTheJobLeavesIsNotRecorded() {
    job.tell(new JobEvent.KillAsked("alice"));
    int facts = job.facts(TrainingFact.QueueChanged.class).size();

    job.say("w0", new FromWorker.TaskDone(new Line(1), new Version(1), new Slot(0), metrics()));

    assertThat(job.facts(TrainingFact.QueueChanged.class)).hasSize(facts);
    assertThat(job.containersOf(Role.WORKER)).isNotEmpty();
  }

  @Test
  void whoComesBackIsToldWhatIsStillItsOwn() {
    job.say("w0", new FromWorker.TaskFailed(new Line(1), new Version(1), new Slot(0), 0, THROWN));
    job.say("w0", new FromWorker.TaskDone(new Line(1), new Version(1), new Slot(1), metrics()));
    List<Long> held =
        job.view().tasks().hands().tasks().stream().map(task -> (long) task.task()).toList();
    job.wanted().clear();

    job.breaks("w0").registerAgain("w0");

    ToWorker.AssignTasks whole = job.said("w0", ToWorker.AssignTasks.class).get(0);
    assertThat(whole.whole()).isTrue();
    assertThat(whole.tasks()).hasSameSizeAs(held);
    assertThat(job.said("w0", ToWorker.AssignTasks.class).stream().skip(1))
        .allMatch(more -> !more.whole());
  }

  private static Metrics metrics() {
    return new Metrics(10, ExactSum.of(7), ExactSum.ZERO);
  }
}
