package trainer.master.job.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trainer.core.config.Keys;
import trainer.core.fact.QueueChange;
import trainer.core.id.Incarnation;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.master.job.DrivenJob;
import trainer.master.job.RecordingJob;
import trainer.master.job.api.JobView;
import trainer.master.job.members.Member;
import trainer.master.queue.TaskState;

class HeldTasksTest {
  private final OpenQueueFixture fixture = new OpenQueueFixture(Map.of());
  private final TaskWorkers workers = new TaskWorkers();
  private final HeldTasks held = new HeldTasks(fixture.job.context, workers);
  private final Member worker = RecordingJob.worker(new Incarnation(7));

  HeldTasksTest() {
    held.onOpened(fixture.open);
    workers.add(worker);
  }

  @Test
  void recordsAssignmentAndReturn() {
    held.assign(worker, List.of(0L, 1L));
    assertThat(held.of(worker)).containsExactly(0L, 1L);
    held.takeBackAll(new Incarnation(7));
    assertThat(held.of(worker)).isEmpty();
    assertThat(workers.isDue()).isTrue();
    assertThat(fixture.changes())
        .contains(
            new QueueChange.Given(new Incarnation(7), List.of(0L, 1L)),
            new QueueChange.Returned(new Slot(0), QueueChange.Cause.LOST),
            new QueueChange.Returned(new Slot(1), QueueChange.Cause.LOST));
  }

  @Test
  void listsHeldSlotsUpToTheLimit() {
    held.assign(worker, List.of(0L, 1L));
    assertThat(held.views(1).tasks())
        .extracting(JobView.Task::task)
        .containsExactly(fixture.open.task(0));
    assertThat(held.views(9).tasks()).hasSize(2);
  }

  @Test
  void takesBackTheSlotsOfAWorkerThatDoesNotReconnectInTime() {
    fixture.give(new Incarnation(8), 2L);
    held.assign(worker, List.of(0L));
    held.takeBackAbsent();
    assertThat(fixture.open.queue().state(2)).isEqualTo(TaskState.PENDING);
    fixture.job.seconds(fixture.job.context.plan().absence().toMillis() / 1e3);
    held.takeBackAbsent();
    assertThat(fixture.open.queue().state(2)).isEqualTo(TaskState.TODO);
    assertThat(held.of(worker)).containsExactly(0L);
  }

  @Test
  void probesAWorkerOnceAboutASlot() {
    held.assign(worker, List.of(0L));
    assertThat(held.isAssured(worker, 0)).isFalse();
    assertThat(held.isAssured(worker, 0)).isFalse();
    assertThat(fixture.job.effects).hasSize(1);
    held.onProbeAnswered(worker, -1);
    assertThat(held.isAssured(worker, 0)).isTrue();
  }

  @Test
  void holdsNobodyBackUnderAsync() {
    held.onClock(worker, new FromWorker.Clock(DrivenJob.TERM, 9, 10));
    assertThat(held.mayTake(worker)).isTrue();
    assertThat(held.isHeldBack(worker)).isFalse();
    assertThat(held.pace()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "0.6, 2", "0.4, 3", "0.1, 11", "0.001, 64"})
  void ofAScoringJobAWorkerHoldsASecondOfShortTasks(double seconds, int most) {
    OpenQueueFixture scoring = new OpenQueueFixture(Map.of(Keys.SCORE_MODEL_URI.name(), "model"));
    HeldTasks tasks = new HeldTasks(scoring.job.context, workers);
    tasks.onOpened(scoring.open);
    assertThat(tasks.most()).as("before the first measurement").isEqualTo(2);
    tasks.assign(worker, List.of(0L));
    scoring.job.seconds(seconds);
    tasks.finish(
        worker, new FromWorker.TaskDone(Line.NONE, new Version(1), new Slot(0), Metrics.NONE));
    assertThat(tasks.most()).isEqualTo(most);
  }

  @Test
  void aLeavingWorkerOfAScoringJobKeepsItsSlotsUntilItsLastFileButNotForLong() {
    OpenQueueFixture scoring = new OpenQueueFixture(Map.of(Keys.SCORE_MODEL_URI.name(), "model"));
    HeldTasks tasks = new HeldTasks(scoring.job.context, workers);
    tasks.onOpened(scoring.open);
    Member silent = RecordingJob.worker(new Incarnation(8));
    tasks.assign(worker, List.of(0L, 1L));
    tasks.assign(silent, List.of(2L));
    workers.remove(worker);
    tasks.takeBackFromLeaving(worker);
    tasks.takeBackFromLeaving(silent);
    tasks.takeBackAbsent();
    assertThat(tasks.of(worker)).containsExactly(0L, 1L);
    tasks.onLastFile(worker);
    assertThat(tasks.of(worker)).isEmpty();
    scoring.job.seconds(0.9);
    tasks.takeBackAbsent();
    assertThat(tasks.of(silent)).containsExactly(2L);
    scoring.job.seconds(0.2);
    tasks.takeBackAbsent();
    assertThat(tasks.of(silent)).isEmpty();
  }
}
