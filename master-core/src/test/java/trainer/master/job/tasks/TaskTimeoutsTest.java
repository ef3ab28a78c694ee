package trainer.master.job.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.message.ToMember;
import trainer.master.job.RecordingJob;
import trainer.master.job.api.JobEffect;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;
import trainer.master.queue.TaskState;

class TaskTimeoutsTest {
  private final OpenQueueFixture fixture =
      new OpenQueueFixture(
          Map.of("trainer.task.timeout-least", "10s", "trainer.task.max-timeouts", "1"));
  private final OpenQueue open = fixture.open;
  private final JobContext context = fixture.job.context;
  private final TaskWorkers workers = new TaskWorkers();
  private final HeldTasks held = new HeldTasks(context, workers);
  private final TaskTimeouts timeouts =
      new TaskTimeouts(
          context,
          RecordingJob.members(context),
          workers,
          held,
          new TaskDiscards(context, fixture.lifecycle),
          TaskVersions.WHATEVER);

  TaskTimeoutsTest() {
    held.onOpened(open);
  }

  private Member give(Incarnation incarnation, long slot) {
    Member worker = RecordingJob.worker(incarnation);
    workers.add(worker);
    held.assign(worker, List.of(slot));
    return worker;
  }

  private void isLate(Member worker, long slot) {
    fixture.job.seconds(120);
    timeouts.reconcile(open);
    held.onProbeAnswered(worker, -1 - slot);
    fixture.job.seconds(120);
    timeouts.reconcile(open);
  }

  @Test
  void probesALateWorkerBeforeItIsReplaced() {
    Member worker = give(new Incarnation(7), 0);
    fixture.job.seconds(120);
    timeouts.reconcile(open);
    assertThat(fixture.job.effects(JobEffect.Send.class))
        .extracting(JobEffect.Send::message)
        .singleElement()
        .isInstanceOf(ToMember.Probe.class);
    assertThat(held.of(worker)).containsExactly(0L);
  }

  @Test
  void replacesAWorkerThatIsLateAfterItsAnswer() {
    Member worker = give(new Incarnation(7), 0);
    isLate(worker, 0);
    assertThat(held.of(worker)).isEmpty();
    assertThat(open.queue().state(0)).isEqualTo(TaskState.TODO);
    assertThat(open.queue().timeouts(0)).isEqualTo(1);
  }

  @Test
  void givesUpATaskThatTimesOutTooOften() {
    isLate(give(new Incarnation(7), 0), 0);
    isLate(give(new Incarnation(8), 0), 0);
    assertThat(fixture.lifecycle.failure().kind()).isEqualTo(FailureKind.TASK_TIMED_OUT);
  }
}
