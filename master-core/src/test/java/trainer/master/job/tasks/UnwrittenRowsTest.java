package trainer.master.job.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.core.message.ToMember;
import trainer.master.job.RecordingJob;
import trainer.master.job.api.JobEffect;
import trainer.master.job.kernel.JobContext;
import trainer.master.job.members.Member;
import trainer.master.queue.TaskState;

/**
 * A worker of a scoring job has computed all its tasks, and its rows are in no file that counts.
 */
class UnwrittenRowsTest {
  private final OpenQueueFixture fixture =
      new OpenQueueFixture(Map.of("trainer.score.model-uri", "hdfs://x/model"));
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
  private final Member worker = RecordingJob.worker(new Incarnation(7));

  UnwrittenRowsTest() {
    held.onOpened(open);
    workers.add(worker);
    held.assign(worker, List.of(0L));
    held.finish(
        worker, new FromWorker.TaskDone(new Line(1), new Version(1), new Slot(0), Metrics.NONE));
  }

  private void pass(double seconds) {
    fixture.job.seconds(seconds);
    timeouts.reconcile(open);
  }

  @Test
  void costTheWorkerAndCountNoTimeout() {
    pass(600);
    held.onProbeAnswered(worker, -1);
    pass(600);
    assertThat(open.queue().state(0)).isEqualTo(TaskState.TODO);
    assertThat(open.queue().timeouts(0)).isZero();
  }

  @Test
  void haveTheTimeOfAnOutageOfTheStore() {
    pass(500);
    assertThat(fixture.job.effects(JobEffect.Send.class)).isEmpty();
    pass(100);
    assertThat(fixture.job.effects(JobEffect.Send.class))
        .extracting(JobEffect.Send::message)
        .singleElement()
        .isInstanceOf(ToMember.Probe.class);
    assertThat(open.queue().state(0)).isEqualTo(TaskState.PENDING);
  }
}
