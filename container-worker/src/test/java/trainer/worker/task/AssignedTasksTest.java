package trainer.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.input.Block;
import trainer.core.input.FileBlocks;
import trainer.core.input.InputFile;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;

class AssignedTasksTest {
  private final AssignedTasks tasks = new AssignedTasks();

  /** Tasks of five blocks, in steps of two. */
  private static ToWorker.AssignTasks assignment(long model, boolean whole, long... slots) {
    List<Block> blocks =
        IntStream.range(0, 5).mapToObj(i -> new Block(i, i * 10L, 10, 5, 0)).toList();
    List<FileBlocks> of = List.of(new FileBlocks(new InputFile("file:/data/a", 1000, 1), blocks));
    return new ToWorker.AssignTasks(
        new Term(1),
        new Line(1),
        new Version(4),
        0,
        new ToWorker.Steps(2, new Version(model)),
        whole,
        LongStream.of(slots).mapToObj(slot -> new ToWorker.Task(new Slot(slot), of)).toList());
  }

  private static ToWorker.AssignTasks assignment(long... slots) {
    return assignment(ToWorker.Steps.WHATEVER, false, slots);
  }

  private AssignedTask first() {
    return tasks.next(0, 0).orElseThrow();
  }

  @Test
  void areStartedInStepsInTheOrderOfTheirAssignment() {
    tasks.add(assignment(7, 8));
    AssignedTask task = first();
    assertThat(task.slot()).isEqualTo(7);
    assertThat(task.startStep().get(0).blocks()).hasSize(2);
    assertThat(task.startStep().get(0).blocks()).hasSize(2);
    assertThat(task.startStep().get(0).blocks()).hasSize(1);
    assertThat(first().slot()).isEqualTo(8);
  }

  @Test
  void waitWhileThreeStepsAreUncomputedOrSixInProgress() {
    tasks.add(assignment(7));
    assertThat(tasks.next(2, 5)).isPresent();
    assertThat(tasks.next(3, 3)).isEmpty();
    assertThat(tasks.next(0, 6)).isEmpty();
  }

  @Test
  void areTakenOnceAndReportedAgainWhenAssignedAfterTheirEnd() {
    tasks.add(assignment(7));
    assertThat(tasks.add(assignment(7))).isEmpty();
    FromWorker.TaskDone done = tasks.finish(first(), 1);
    assertThat(tasks.next(0, 0)).isEmpty();
    assertThat(tasks.add(assignment(7))).containsExactly(done);
    assertThat(tasks.next(0, 0)).isEmpty();
  }

  @Test
  void areMissingOnlyInAWholeAssignment() {
    tasks.add(assignment(7, 8));
    assertThat(tasks.missingIn(assignment(8))).isEmpty();
    assertThat(tasks.missingIn(assignment(ToWorker.Steps.WHATEVER, true, 8)))
        .extracting(AssignedTask::slot)
        .containsExactly(7L);
  }

  @Test
  void areDroppedWithTheirVersionUnlessTheyAreVersioned() {
    tasks.add(assignment(7));
    tasks.add(assignment(4, false, 9));
    tasks.onCommitted(4);
    assertThat(first().slot()).isEqualTo(9);
    assertThat(tasks.versioned(9)).isPresent();
    assertThat(tasks.versioned(7)).isEmpty();
  }

  @Test
  void thatAreVersionedStartAgainUnderANewLine() {
    tasks.add(assignment(4, false, 9));
    AssignedTask task = first();
    while (task.hasStep()) {
      task.startStep();
    }
    assertThat(tasks.next(0, 0)).isEmpty();
    tasks.restartVersioned();
    assertThat(tasks.next(0, 0)).contains(task);
  }
}
