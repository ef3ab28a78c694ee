package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.id.Line;
import trainer.core.id.Slot;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromWorker;
import trainer.core.message.ToWorker;
import trainer.worker.api.WorkerEvent;

class VersionedStepTest {
  private final WorkParts parts = new WorkParts();
  private final VersionedStep step =
      new VersionedStep(9, 1, parts.task(true), parts.steps, parts.versioned);

  private void compute() {
    parts.versioned.onModelVersion(1, 4);
    parts.prepare(step);
    step.mayPull(false);
    step.exchanges().forEach((lane, exchange) -> exchange.onValues(new float[4]));
    step.startCompute(1_000);
  }

  private static ToWorker.Order order(long version) {
    return new ToWorker.Order(
        new Term(1),
        new Line(1),
        new Version(version),
        0,
        new ToWorker.Share(1, 3, 30, List.of()),
        Version.INITIAL,
        new Slot(7));
  }

  @Test
  void isPulledAtTheNewestVersionWhenNoOtherIs() {
    parts.versioned.onModelVersion(1, 4);
    parts.prepare(step);
    assertThat(step.isPulled()).isFalse();
    assertThat(step.mayPull(true)).isTrue();
    assertThat(step.pullVersion()).isEqualTo(4);
    VersionedStep other = new VersionedStep(10, 1, step.task(), parts.steps, parts.versioned);
    parts.prepare(other);
    assertThat(other.mayPull(false)).isFalse();
  }

  @Test
  void isReportedWhenItIsComputedAndAdmittedOnlyForTheNextVersion() {
    compute();
    parts.sent();
    assertThat(step.isAdmittedBy(order(5))).isFalse();
    step.onComputed(WorkParts.computed(step), 6_000);
    assertThat(parts.sent())
        .containsExactly(
            new FromWorker.Reported(new Line(1), new Version(4), new Slot(7), new Version(4)));
    assertThat(step.isAdmittedBy(order(5))).isTrue();
    assertThat(step.isAdmittedBy(order(6))).isFalse();
  }

  @Test
  void becomesAShareWithItsNumberAndGradients() {
    compute();
    step.onComputed(WorkParts.computed(step), 6_000);
    OrderedShare share = new OrderedShare(step, order(5), parts.shares);
    assertThat(share.id()).isEqualTo(step.id());
    assertThat(share.exchanges()).isSameAs(step.exchanges());
    assertThat(share.gradients()).isSameAs(step.gradients());
    assertThat(share.isComputed()).isTrue();
    assertThat(share.target().version()).isEqualTo(5);
  }

  @Test
  void isPulledAgainOnceAStoppedComputationHasEnded() {
    compute();
    parts.sent();
    assertThat(step.stop()).isTrue();
    assertThat(step.stop()).as("it was requested").isFalse();
    step.onStopped();
    assertThat(parts.sent()).containsExactly(step.reported());
    assertThat(step.is(WorkItem.Stage.PULLING)).isTrue();
    step.onStopped();
    assertThat(parts.sent()).as("it has stopped once").isEmpty();
  }

  @Test
  void dropsValuesOfAnEarlierVersion() {
    compute();
    step.pull(6);
    WorkerEvent.Values late = new WorkerEvent.Values(parts.lane(), step.id(), 1, 4, new float[4]);
    assertThat(step.awaitsValues(late)).isFalse();
    assertThat(step.isReady()).isFalse();
  }
}
