package trainer.worker.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import trainer.core.failure.Failure;
import trainer.core.failure.FailureKind;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.Evaluation;
import trainer.core.message.FromMember;
import trainer.core.message.FromWorker;
import trainer.core.message.OutputFile;
import trainer.core.message.ToWorker;

class ScoringTasksTest {
  private static final Version VERSION = new Version(1);

  private final ScoringTasks tasks = new ScoringTasks();

  private static ToWorker.AssignTasks given(int line, boolean isWhole, long... slots) {
    List<ToWorker.Task> all =
        LongStream.of(slots)
            .mapToObj(slot -> new ToWorker.Task(new Slot(slot), List.of()))
            .toList();
    return new ToWorker.AssignTasks(
        new Term(line), new Line(line), VERSION, 0, new ToWorker.Steps(1), isWhole, all);
  }

  private static OutputFile file(String name, long... slots) {
    List<OutputFile.Task> of =
        LongStream.of(slots)
            .mapToObj(slot -> new OutputFile.Task(new Slot(slot), 1, "00"))
            .toList();
    return new OutputFile(name, 1, "00", of, Evaluation.NONE);
  }

  private List<Long> waiting() {
    List<Long> slots = new ArrayList<>();
    tasks.next().ifPresent(task -> slots.add(task.slot().number()));
    return slots;
  }

  /** Computes the next task, whose rows are then in the open file. */
  private boolean compute() {
    return tasks.onComputed(tasks.next().orElseThrow());
  }

  @Test
  void computesInTheOrderOfAssignment() {
    assertThat(tasks.onAssigned(given(1, false, 4, 2))).isEmpty();
    tasks.onAssigned(given(1, false, 3));
    assertThat(waiting()).containsExactly(4L);
    assertThat(waiting()).containsExactly(2L);
    assertThat(waiting()).containsExactly(3L);
    assertThat(tasks.isIdle()).as("three are computed").isFalse();
  }

  @Test
  void answersANewMasterForRowsInTheOpenFile() {
    tasks.onAssigned(given(1, false, 1, 2));
    compute();
    List<FromMember> answers = tasks.onAssigned(given(2, true, 1, 2));
    assertThat(answers).containsExactly(tasks.done(1, 0));
    assertThat(((FromWorker.TaskDone) answers.get(0)).line()).isEqualTo(new Line(2));
    assertThat(waiting()).containsExactly(2L);
  }

  @Test
  void reportsAFileOnceMoreToANewMaster() {
    tasks.onAssigned(given(1, false, 1, 2));
    compute();
    compute();
    OutputFile file = file("a", 1, 2);
    tasks.onWritten(file);
    assertThat(tasks.onAssigned(given(2, true, 1, 2)))
        .containsExactly(new FromWorker.FileWritten(new Line(2), VERSION, file));
    assertThat(tasks.isIdle()).isTrue();
  }

  @Test
  void computesATaskOfAVoidFileAgain() {
    tasks.onAssigned(given(1, false, 1));
    compute();
    tasks.onWritten(file("a", 1));
    assertThat(tasks.onAssigned(given(1, false, 1))).isEmpty();
    assertThat(waiting()).containsExactly(1L);
    assertThat(tasks.onAssigned(given(2, true, 1))).as("the file is void").isEmpty();
  }

  @Test
  void dropsTasksThatANewMasterDoesNotName() {
    tasks.onAssigned(given(1, false, 1, 2, 3));
    ToWorker.Task computed = tasks.next().orElseThrow();
    tasks.onAssigned(given(2, true, 3));
    assertThat(tasks.onComputed(computed)).as("its rows are not wanted").isFalse();
    assertThat(waiting()).containsExactly(3L);
  }

  @Test
  void wantsTheRowsOfATaskThatComesBackWhileItIsComputed() {
    tasks.onAssigned(given(1, false, 1));
    ToWorker.Task computed = tasks.next().orElseThrow();
    tasks.onAssigned(given(2, true));
    tasks.onAssigned(given(2, false, 1));
    assertThat(tasks.onComputed(computed)).isTrue();
    assertThat(tasks.isIdle()).as("it is not computed twice").isTrue();
  }

  @Test
  void computesTheTasksOfALostFileBeforeOthers() {
    tasks.onAssigned(given(1, false, 1, 2, 3));
    compute();
    compute();
    tasks.onFileLost();
    assertThat(waiting()).containsExactly(1L);
    assertThat(waiting()).containsExactly(2L);
    assertThat(waiting()).containsExactly(3L);
  }

  @Test
  void reportsTheFailureOfATaskThatItHolds() {
    Failure failure = new Failure(FailureKind.DATA_INVALID, "x", "", "");
    tasks.onAssigned(given(1, false, 1, 2));
    ToWorker.Task first = tasks.next().orElseThrow();
    ToWorker.Task second = tasks.next().orElseThrow();
    assertThat(tasks.onFailed(first, 7, failure))
        .contains(new FromWorker.TaskFailed(new Line(1), VERSION, new Slot(1), 7, failure));
    tasks.onAssigned(given(2, true));
    assertThat(tasks.onFailed(second, 7, failure)).isEmpty();
  }
}
