package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.id.Term;
import trainer.core.message.Staleness;
import trainer.core.message.ToWorker;
import trainer.worker.api.PushTarget;

class UpdateStepTest {
  private final WorkParts parts = new WorkParts();
  private final UpdateStep step = new UpdateStep(9, 1, parts.task(false), parts.steps);

  private void compute() {
    parts.compute(step);
    step.onComputed(WorkParts.computed(step), 6_000);
  }

  @Test
  void isNumberedWhenItIsComputed() {
    parts.prepare(step);
    assertThat(step.hasPushNumber(0)).isFalse();
    UpdateStep other = new UpdateStep(10, 1, step.task(), parts.steps);
    parts.compute(other);
    other.onComputed(WorkParts.computed(other), 6_000);
    assertThat(other.target()).isEqualTo(PushTarget.update(1, 4, 0));
    assertThat(other.target().isUpdate()).isTrue();
  }

  @Test
  void keepsItsNumberUnderANewLine() {
    compute();
    step.continueOn(2);
    assertThat(step.target()).isEqualTo(PushTarget.update(2, 4, 0));
    assertThat(step.isPushedAs(1, 4, 0)).as("an acknowledgement of the line before").isTrue();
  }

  @Test
  void outlivesLinesThatBeginBeforeItsVersion() {
    assertThat(step.outlives(3)).isTrue();
    assertThat(step.outlives(4)).isFalse();
  }

  @Test
  void beginsOnceUnderABoundAndNotBesideAStepThatPulls() {
    parts.steps.onPace(new ToWorker.Pace(new Term(1), 0, 0));
    assertThat(step.mayPull(true)).isFalse();
    assertThat(step.hasBegun()).isFalse();
    assertThat(step.mayPull(false)).isTrue();
    assertThat(step.hasBegun()).isTrue();
    assertThat(step.staleness()).isEqualTo(Staleness.of(0));
    assertThat(step.mayPull(false)).as("it has begun").isTrue();
    UpdateStep next = new UpdateStep(10, 1, step.task(), parts.steps);
    assertThat(next.mayPull(false)).as("the bound is reached").isFalse();
  }

  @Test
  void isOverAtItsLastAcknowledgement() {
    compute();
    assertThat(step.isOver(0)).isFalse();
    step.onAcknowledged();
    assertThat(step.isOver(0)).isTrue();
  }
}
