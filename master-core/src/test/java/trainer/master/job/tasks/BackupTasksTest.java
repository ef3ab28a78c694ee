package trainer.master.job.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import trainer.core.digest.Sha256;
import trainer.core.fact.QueueChange;
import trainer.core.fact.ResultFact;
import trainer.core.fact.TrainingFact;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Version;
import trainer.core.math.ExactSum;
import trainer.core.message.Evaluation;
import trainer.core.message.FromWorker;
import trainer.core.message.Metrics;
import trainer.core.message.OutputFile;
import trainer.core.message.ToWorker;
import trainer.master.job.DrivenJob;

/** Eight tasks of one block each, and two workers with one task each at a time. */
class BackupTasksTest {
  private static final Version ONE = new Version(1);
  private static final Metrics ROWS = new Metrics(10, ExactSum.ZERO, ExactSum.ZERO);

  private static DrivenJob job(String... settings) {
    Map<String, String> all = new HashMap<>();
    all.put("trainer.score.model-uri", "hdfs://x/model");
    all.put("trainer.workers", "2");
    all.put("trainer.tasks.per-assignment", "1");
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    DrivenJob job = new DrivenJob(8, 0, all);
    job.cut().startReplacements();
    return job;
  }

  private static void done(DrivenJob job, String worker, long slot) {
    job.say(worker, new FromWorker.TaskDone(new Line(1), ONE, new Slot(slot), ROWS));
  }

  private static void failed(DrivenJob job, String worker, long slot) {
    Failure why = new Failure(FailureKind.VALUE_OUT_OF_RANGE, "no", "", "");
    job.say(worker, new FromWorker.TaskFailed(new Line(1), ONE, new Slot(slot), -1, why));
  }

  private static void written(DrivenJob job, String worker, String name, long... slots) {
    List<OutputFile.Task> tasks =
        LongStream.of(slots)
            .mapToObj(slot -> new OutputFile.Task(new Slot(slot), 10, Sha256.hex("" + slot)))
            .toList();
    OutputFile file = new OutputFile(name, 100, Sha256.hex(name), tasks, Evaluation.NONE);
    job.say(worker, new FromWorker.FileWritten(new Line(1), ONE, file));
  }

  /** One worker computes all tasks but task 1, which the other holds; a second goes by. */
  private static DrivenJob late(DrivenJob job) {
    for (long slot : new long[] {0, 2, 3, 4, 5, 6, 7}) {
      job.pass(Duration.ofMillis(100));
      done(job, "w0", slot);
    }
    job.pass(Duration.ofSeconds(2));
    return job;
  }

  private static ToWorker.AssignTasks last(DrivenJob job, String worker) {
    List<ToWorker.AssignTasks> all = job.said(worker, ToWorker.AssignTasks.class);
    return all.get(all.size() - 1);
  }

  private static List<Long> slots(ToWorker.AssignTasks message) {
    return message.tasks().stream().map(task -> task.slot().number()).toList();
  }

  private static List<QueueChange> changes(DrivenJob job) {
    return job.facts(TrainingFact.QueueChanged.class).stream()
        .map(TrainingFact.QueueChanged::change)
        .toList();
  }

  @Test
  void theIdleWorkerComputesALateTaskToo() {
    DrivenJob job = job();
    late(job);
    assertThat(slots(last(job, "w0"))).containsExactly(1L);
    assertThat(last(job, "w0").whole()).isFalse();
    assertThat(changes(job)).noneMatch(QueueChange.Returned.class::isInstance);
  }

  @Test
  void theSecondWorkerThatIsFirstBecomesTheHolder() {
    DrivenJob job = late(job());
    done(job, "w0", 1);
    assertThat(changes(job))
        .contains(new QueueChange.Returned(new Slot(1), QueueChange.Cause.LOST));
    assertThat(last(job, "w1").whole()).isTrue();
    assertThat(last(job, "w1").tasks()).as("it drops the task").isEmpty();
    done(job, "w1", 1);
    written(job, "w1", "late", 1);
    assertThat(job.facts(ResultFact.FileWritten.class)).isEmpty();
    written(job, "w0", "all", 0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(job.facts(ResultFact.FinalVersion.class)).hasSize(1);
  }

  /** A thread that hangs in a task never asks; what it gets has a deadline. */
  @Test
  void theLateWorkerGetsOtherTasksWithoutAsking() {
    DrivenJob job = late(job());
    done(job, "w0", 1);
    job.dies("w0", 137);
    job.pass(Duration.ofSeconds(1));
    assertThat(slots(last(job, "w1"))).containsExactly(0L, 1L, 2L, 3L);
  }

  @Test
  void theHolderThatIsFirstStaysTheHolder() {
    DrivenJob job = late(job());
    done(job, "w1", 1);
    assertThat(last(job, "w0").whole()).isTrue();
    assertThat(slots(last(job, "w0"))).containsExactly(0L, 2L, 3L, 4L, 5L, 6L, 7L);
    done(job, "w0", 1);
    written(job, "w1", "one", 1);
    written(job, "w0", "others", 0, 2, 3, 4, 5, 6, 7);
    assertThat(job.facts(ResultFact.FinalVersion.class)).hasSize(1);
    assertThat(changes(job)).noneMatch(QueueChange.Returned.class::isInstance);
  }

  @Test
  void aHolderThatIsLostIsFollowedByTheSecondWorker() {
    DrivenJob job = late(job());
    int before = job.said("w0", ToWorker.AssignTasks.class).size();
    job.dies("w1", 137);
    done(job, "w0", 1);
    written(job, "w0", "all", 0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(job.facts(ResultFact.FinalVersion.class)).hasSize(1);
    assertThat(job.said("w0", ToWorker.AssignTasks.class)).as("it has it").hasSize(before);
  }

  @Test
  void aSecondWorkerThatIsLostOrFailsChangesNothing() {
    DrivenJob job = late(job());
    failed(job, "w0", 1);
    job.pass(Duration.ofSeconds(3));
    assertThat(changes(job)).noneMatch(QueueChange.Returned.class::isInstance);
    assertThat(job.view().failure()).isNull();

    DrivenJob other = late(job());
    other.dies("w0", 137);
    other.startReplacements();
    other.pass(Duration.ofMillis(500));
    done(other, "w1", 1);
    written(other, "w1", "one", 1);
    assertThat(other.facts(ResultFact.FileWritten.class)).hasSize(1);
  }

  @Test
  void aTaskThatHasFailedIsComputedByOneWorkerAtATime() {
    DrivenJob job = job();
    failed(job, "w1", 1);
    done(job, "w0", 0);
    assertThat(slots(last(job, "w0"))).as("on another worker").containsExactly(1L);
    for (long slot = 2; slot < 8; slot++) {
      job.pass(Duration.ofMillis(100));
      done(job, "w1", slot);
    }
    int before = job.said("w1", ToWorker.AssignTasks.class).size();
    job.pass(Duration.ofSeconds(3));
    assertThat(job.said("w1", ToWorker.AssignTasks.class)).hasSize(before);
  }

  @Test
  void nothingIsComputedTwiceWhereThatIsTurnedOff() {
    DrivenJob job = late(job("trainer.speculation", "false"));
    assertThat(slots(last(job, "w0"))).containsExactly(7L);
  }

  /** The worker names the task to the new master, which does not know of it. */
  @Test
  void aNewMasterKnowsTheHolderAlone() {
    DrivenJob job = late(job());
    job.takeOver("w0", "w1").cutAgain().registerAgain("w0").registerAgain("w1");
    assertThat(last(job, "w0").whole()).isTrue();
    assertThat(slots(last(job, "w0"))).doesNotContain(1L);
    assertThat(slots(last(job, "w1"))).containsExactly(1L);
  }
}
