package trainer.appmaster.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.appmaster.tracker.TrackerEvent;
import trainer.core.fact.Fact;
import trainer.core.fact.QueueChange;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.FromMember;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;

/** Tasks that hang, fail and kill, where nobody waits. */
class TaskTroubleTest {
  private static final Duration UNMEASURED = Duration.ofSeconds(11);
  private static final Failure THROWN =
      new Failure(FailureKind.MODEL_CODE_FAILED, "thrown", "", "");

  private final DrivenJob job =
      new DrivenJob(
              8,
              0,
              Map.of(
                  "trainer.sync", "async",
                  "trainer.workers", "1",
                  "trainer.task.blocks", "1",
                  "trainer.tasks.per-assignment", "2",
                  "trainer.task.timeout-least", "1s",
                  "trainer.task.max-failures", "3"))
          .run();

  private List<Long> given(String worker) {
    return job.said(worker, ToMember.AssignTasks.class).stream()
        .flatMap(message -> message.tasks().stream())
        .map(ToMember.Task::turn)
        .toList();
  }

  private void isLate(String worker) {
    job.pass(UNMEASURED);
    List<ToMember.Probe> asked = job.said(worker, ToMember.Probe.class);
    job.say(worker, new FromMember.Heartbeat(asked.get(asked.size() - 1).number(), 0, -1));
  }

  private long timeouts() {
    return job.facts(Fact.QueueChanged.class).stream()
        .filter(
            fact ->
                fact.change() instanceof QueueChange.Returned returned
                    && returned.cause() == QueueChange.Cause.TIMED_OUT)
        .count();
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
    isLate("w1");
    job.pass(UNMEASURED);
    assertThat(timeouts()).isEqualTo(2);
    assertThat(job.view().tasks().discarded()).isZero();
  }

  @Test
  void aWorkerThatIsGivenATaskOnceMoreIsAskedOnceMore() {
    isLate("w0");
    job.say("w0", new FromMember.TaskFailed(1, 0, 0, THROWN));
    assertThat(given("w0")).containsExactly(0L, 1L, 0L);
    job.say("w0", new FromMember.TaskDone(1, 1, metrics()));
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
    job.say("w3", new FromMember.TaskDone(1, 0, metrics()));
    job.pass(Duration.ofSeconds(1));
    assertThat(given("w3")).as("the other suspect").containsExactly(0L, 1L);
  }

  @Test
  void whatIsDoneWhileTheJobLeavesIsNotRecorded() {
    job.tell(new TrackerEvent.KillAsked("alice"));
    int facts = job.facts(Fact.QueueChanged.class).size();

    job.say("w0", new FromMember.TaskDone(1, 0, metrics()));

    assertThat(job.facts(Fact.QueueChanged.class)).hasSize(facts);
    assertThat(job.containersOf(Role.WORKER)).isNotEmpty();
  }

  @Test
  void whoComesBackIsToldWhatIsStillItsOwn() {
    job.say("w0", new FromMember.TaskFailed(1, 0, 0, THROWN));
    job.say("w0", new FromMember.TaskDone(1, 1, metrics()));
    List<Long> held = job.view().tasks().hands().stream().map(task -> (long) task.task()).toList();
    job.wanted().clear();

    job.breaks("w0").registerAgain("w0");

    ToMember.AssignTasks whole = job.said("w0", ToMember.AssignTasks.class).get(0);
    assertThat(whole.whole()).isTrue();
    assertThat(whole.tasks()).hasSameSizeAs(held);
    assertThat(job.said("w0", ToMember.AssignTasks.class).stream().skip(1))
        .allMatch(more -> !more.whole());
  }

  private static Metrics metrics() {
    return new Metrics(10, ExactSum.of(7), ExactSum.ZERO);
  }
}
