package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.message.ToMember;
import trainer.core.message.ToWorker;
import trainer.worker.api.WorkerAction.Forget;
import trainer.worker.api.WorkerAction.Leave;
import trainer.worker.api.WorkerAction.Prepare;

class MasterMessageHandlerTest {
  private final DrivenWorker driven = new DrivenWorker(2, 2).ready();

  @Test
  void ordersOfALowerTermAreRefused() {
    driven.receive(new ToMember.NewLine(5, 2, 0, 1, 0, driven.map, ""));
    driven.receive(new ToWorker.Order(4, 2, 1, 0, 0, 1, 1, DrivenWorker.blocks(1), 0));
    driven.receive(new ToMember.Leave(4, "superseded"));
    assertThat(driven.take(Prepare.class)).isEmpty();
    assertThat(driven.take(Leave.class)).isEmpty();
  }

  @Test
  void leavesWhenToldAndDropsItsWork() {
    driven.orderedAndPrepared(1, 0);
    driven.receive(new ToMember.Leave(1, "the job is over"));
    assertThat(driven.take(Leave.class)).hasSize(1);
    assertThat(driven.take(Forget.class)).hasSize(1);
  }
}
