package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.ToWorker;
import trainer.worker.api.WorkerAction;
import trainer.worker.task.AssignedTask;
import trainer.worker.task.ScoringTask;

class WorkItemsTest {
  private final WorkParts parts = new WorkParts();
  private final WorkItems items = parts.items;

  private OrderedShare share(long id, long version) {
    return new OrderedShare(id, DrivenWorker.order(1, version, 0, 0), parts.shares);
  }

  @Test
  void areOrderedSharesFirstThenByVersion() {
    AssignedTask task = parts.task(false);
    UpdateStep step = new UpdateStep(1, 1, task, parts.steps);
    ScoringTask scoring =
        new ScoringTask(
            new ToWorker.Evaluate(new Term(1), new Line(1), Version.INITIAL, 3, List.of()));
    ScoringPiece piece = new ScoringPiece(2, scoring, parts.scoring);
    OrderedShare newer = share(3, 9);
    OrderedShare older = share(4, 8);
    for (WorkItem item : List.of(step, piece, newer, older)) {
      items.start(item, List.of());
    }
    assertThat(items.all()).containsExactly(older, newer, piece, step);
  }

  @Test
  void areFoundUntilTheyEnd() {
    OrderedShare share = share(3, 9);
    items.start(share, List.of());
    assertThat(items.find(3)).isSameAs(share);
    items.end(share);
    assertThat(items.find(3)).isNull();
    assertThat(parts.out.takeAll())
        .containsExactly(new WorkerAction.Prepare(3, 0, List.of()), new WorkerAction.Forget(3));
  }

  @Test
  void ofATaskEndTogether() {
    AssignedTask task = parts.task(false);
    items.start(new UpdateStep(1, 1, task, parts.steps), List.of());
    items.start(new UpdateStep(2, 1, task, parts.steps), List.of());
    OrderedShare share = share(3, 9);
    items.start(share, List.of());
    items.endStepsOf(task);
    assertThat(items.all()).containsExactly(share);
  }

  @Test
  void areAllDoneWhenNothingIsLeftToDo() {
    assertThat(items.areAllDone()).isTrue();
    OrderedShare share = share(3, 9);
    parts.compute(share);
    assertThat(items.areAllDone()).isFalse();
    share.onComputed(WorkParts.computed(share), 6_000);
    share.onAcknowledged();
    assertThat(items.areAllDone()).isTrue();
  }
}
