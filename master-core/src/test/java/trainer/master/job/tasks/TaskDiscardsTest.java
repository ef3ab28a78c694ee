package trainer.master.job.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import trainer.core.fact.QueueChange;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Incarnation;
import trainer.core.id.Slot;
import trainer.master.job.RecordingJob;

class TaskDiscardsTest {
  private static final Failure FAILURE =
      new Failure(FailureKind.TASK_TIMED_OUT, "it took too long", "block 3", "see the log");

  private final OpenQueueFixture fixture =
      new OpenQueueFixture(
          Map.of("trainer.task.max-failures", "2", "trainer.task.max-discarded", "1"));
  private final TaskDiscards discards = new TaskDiscards(fixture.job.context, fixture.lifecycle);

  private void fails(long slot) {
    fixture.give(new Incarnation(7), slot);
    fixture.open.record(new QueueChange.Returned(new Slot(slot), QueueChange.Cause.FAILED));
    discards.onFailed(fixture.open, slot, RecordingJob.worker(new Incarnation(7)), FAILURE);
  }

  private List<QueueChange.Discard> discarded() {
    return fixture.job.context.history().queueHistory().discards();
  }

  @Test
  void givesUpATaskThatFailsTooOften() {
    fails(0);
    assertThat(discarded()).isEmpty();
    fails(0);
    assertThat(discarded()).hasSize(1);
    assertThat(discarded().get(0).evidence()).contains("it took too long, at block 3");
    assertThat(fixture.lifecycle.isDecided()).isFalse();
  }

  @Test
  void failsTheJobWhenMoreTasksAreGivenUpThanAllowed() {
    discards.giveUp(fixture.open, 0, "it is slow", FAILURE);
    discards.giveUp(fixture.open, 1, "it is slow", FAILURE);
    assertThat(fixture.lifecycle.isDecided()).isTrue();
    assertThat(fixture.lifecycle.failure().what()).contains("2 tasks are discarded");
  }

  @Test
  void judgesTheTasksThatAnEarlierMasterGaveUp() {
    for (long slot = 0; slot < 2; slot++) {
      int task = fixture.open.task(slot);
      fixture.open.record(
          new QueueChange.Discarded(new Slot(slot), task, "TASK_TIMED_OUT", "block 3"));
    }
    discards.judgeEarlier();
    assertThat(fixture.lifecycle.isDecided()).isTrue();
  }
}
