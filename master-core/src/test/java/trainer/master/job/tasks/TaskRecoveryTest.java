package trainer.master.job.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.EndingFact;
import trainer.core.fact.QueueChange;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.input.Block;
import trainer.core.job.Role;
import trainer.core.math.ExactSum;
import trainer.core.message.FromMember;
import trainer.core.message.FromPserver;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;
import trainer.master.job.DrivenJob;

/** A master that takes over a job in which nobody waits. */
class TaskRecoveryTest {
  private static final Duration UNMEASURED = Duration.ofSeconds(11);
  private static final Failure BROKEN =
      new Failure(FailureKind.INPUT_CORRUPT, "cannot decode", "", "mend it");

  private final DrivenJob job =
      new DrivenJob(
              16,
              0,
              Map.of(
                  "trainer.sync", "async",
                  "trainer.workers", "1",
                  "trainer.task.blocks", "2",
                  "trainer.task.max-failures", "3",
                  "trainer.task.timeout-least", "1s",
                  "trainer.task.max-timeouts", "1",
                  "trainer.tasks.per-assignment", "2"))
          .run();

  private void takeOver() {
    takeOver("w0");
  }

  private void takeOver(String worker) {
    job.takeOver("p0", worker).cutAgain().registerAgain("p0");
    job.say("p0", new FromPserver.Sealed(new Term(8), new Line(1), Version.INITIAL, false));
    job.each(Role.PSERVER, new FromPserver.LineAccepted(new Line(2), Version.INITIAL, true));
  }

  private void done(long slot) {
    job.say(
        "w0",
        new FromWorker.TaskDone(
            new Line(1),
            new Version(1),
            new Slot(slot),
            new Metrics(10, ExactSum.of(7), ExactSum.ZERO)));
  }

  @Test
  void whatWasComputedForAnEarlierMasterIsNotCountedOnceMoreWhenItsTaskIsDone() {
    done(0);
    done(1);
    job.say("w0", new FromMember.Heartbeat(0, 38, -1)).pass(Duration.ofSeconds(2));
    done(2);
    job.pass(Duration.ofSeconds(2));
    assertThat(job.view().progress().recordsComputed()).isEqualTo(38);

    takeOver();
    job.registerAgain("w0");
    done(3);
    job.pass(Duration.ofSeconds(2));

    assertThat(job.view().progress().recordsComputed()).isEqualTo(40);
  }

  private int secondBlock() {
    return job.said("w0", ToWorker.AssignTasks.class).stream()
        .flatMap(assigned -> assigned.tasks().stream())
        .findFirst()
        .orElseThrow()
        .blocks()
        .stream()
        .flatMap(file -> file.blocks().stream())
        .map(Block::number)
        .toList()
        .get(1);
  }

  private void runsOutOfTime(String worker, int block) {
    job.pass(UNMEASURED);
    List<ToMember.Probe> asked = job.said(worker, ToMember.Probe.class);
    job.say(worker, new FromMember.Heartbeat(asked.get(asked.size() - 1).number(), 0, block));
    job.pass(UNMEASURED);
  }

  @Test
  void aBlockThatATaskRanOutOfTimeAtIsNamedThoughTheMasterIsAnother() {
    int second = secondBlock();
    runsOutOfTime("w0", second);
    job.startReplacements();

    takeOver("w1");
    job.registerAgain("w1");
    runsOutOfTime("w1", -1);

    assertThat(job.view().failure().kind()).isEqualTo(FailureKind.TASK_TIMED_OUT);
    assertThat(job.view().failure().where()).startsWith("block " + second + " of ");
  }

  @Test
  void aTaskThatWasGivenUpFailsTheJobThoughItsEndWasNotRecorded() {
    int second = secondBlock();
    for (int i = 0; i < 3; i++) {
      job.say(
          "w0",
          new FromWorker.TaskFailed(new Line(1), new Version(1), new Slot(0), second, BROKEN));
    }
    assertThat(job.view().failure().kind()).isEqualTo(FailureKind.INPUT_CORRUPT);
    job.wanted().tear(EndingFact.EndDecided.class);
    assertThat(job.facts(TrainingFact.QueueChanged.class))
        .anyMatch(fact -> fact.change() instanceof QueueChange.Discarded);

    takeOver();

    assertThat(job.view().failure().kind()).isEqualTo(FailureKind.INPUT_CORRUPT);
    assertThat(job.view().failure().where()).contains("block " + second + " of hdfs://x/in/a");
  }
}
