package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;
import trainer.worker.api.WorkerAction.Forget;
import trainer.worker.api.WorkerAction.Leave;
import trainer.worker.api.WorkerAction.Prepare;

class MasterMessageHandlerTest {
  private final DrivenWorker driven = new DrivenWorker(2, 2).ready();

  @Test
  void ordersOfALowerTermAreRefused() {
    driven.receive(
        new ToMember.NewLine(
            new Term(5), new Line(2), Version.INITIAL, new Line(1), Line.NONE, driven.map, ""));
    driven.receive(
        new ToWorker.Order(
            new Term(4),
            new Line(2),
            new Version(1),
            0,
            new ToWorker.Share(0, 1, 1, DrivenWorker.blocks(1)),
            Version.INITIAL));
    driven.receive(new ToMember.Leave(new Term(4), "superseded"));
    assertThat(driven.take(Prepare.class)).isEmpty();
    assertThat(driven.take(Leave.class)).isEmpty();
  }

  @Test
  void leavesWhenToldAndDropsItsWork() {
    driven.orderedAndPrepared(1, 0);
    driven.receive(new ToMember.Leave(new Term(1), "the job is over"));
    assertThat(driven.take(Leave.class)).hasSize(1);
    assertThat(driven.take(Forget.class)).hasSize(1);
  }
}
