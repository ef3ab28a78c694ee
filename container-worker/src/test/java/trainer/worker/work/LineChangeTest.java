package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.ToMember;
import trainer.worker.api.WorkerAction.Compute;
import trainer.worker.api.WorkerAction.Disconnect;
import trainer.worker.api.WorkerAction.Forget;
import trainer.worker.api.WorkerAction.SendDrop;
import trainer.worker.api.WorkerAction.SendPull;
import trainer.worker.api.WorkerAction.SendPush;
import trainer.worker.routing.LaneId;

class LineChangeTest {
  private final DrivenWorker driven = new DrivenWorker(2, 2).ready();

  @Test
  void aNewLineVoidsAllOlderWork() {
    long done = driven.done(1, 0);
    long pulling = driven.orderedAndPrepared(2, 0);
    driven.forgetActions();
    driven.receive(
        new ToMember.NewLine(
            new Term(1), new Line(2), Version.INITIAL, new Line(1), Line.NONE, driven.map, ""));
    assertThat(driven.take(Forget.class)).extracting(Forget::work).contains(done, pulling);
    assertThat(driven.take(SendDrop.class)).extracting(SendDrop::list).containsOnly(pulling);
    driven.valuesFromAll(pulling, 1);
    driven.computed(pulling);
    assertThat(driven.take(SendPush.class)).isEmpty();
  }

  @Test
  void aNewLineTakesTheNewMap() {
    driven.receive(
        new ToMember.NewLine(
            new Term(1),
            new Line(2),
            Version.INITIAL,
            new Line(1),
            Line.NONE,
            DrivenWorker.map(2, 1, 2),
            ""));
    assertThat(driven.take(Disconnect.class))
        .extracting(Disconnect::lane)
        .containsExactlyElementsOf(driven.lanes().subList(2, 4));
  }

  @Test
  void aNewerMapOfTheSameLineRoutesWorkAnew() {
    long work = driven.orderedAndPrepared(1, 0);
    driven.forgetActions();
    driven.receive(
        new ToMember.NewLine(
            new Term(1),
            new Line(1),
            Version.INITIAL,
            new Line(1),
            Line.NONE,
            DrivenWorker.map(2, 1, 2),
            ""));
    LaneId same = driven.lanes().get(0);
    LaneId other = driven.lanes().get(1);
    List<SendPull> anew = driven.take(SendPull.class);
    assertThat(anew).extracting(SendPull::lane).containsExactly(other);
    driven.values(same, work, 0);
    driven.values(other, work, 0);
    assertThat(driven.take(Compute.class)).as("what was asked for before").isEmpty();
    driven.values(other, anew.get(0).request(), 0);
    assertThat(driven.take(Compute.class)).extracting(Compute::work).containsExactly(work);
  }
}
