package trainer.worker.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import trainer.core.id.Line;
import trainer.core.id.Term;
import trainer.core.id.Version;
import trainer.core.message.FromWorker;
import trainer.worker.api.WorkerAction;

class WorkerOutboxTest {
  private static final FromWorker.ShareDone SHORT =
      new FromWorker.ShareDone(new Line(1), new Version(2), 0, 5, 1_000);
  private static final FromWorker.Clock CLOCK = new FromWorker.Clock(new Term(1), 1, 2);

  private final WorkerOutbox out = new WorkerOutbox();

  @Test
  void sendsPendingReportsBeforeAnyOtherMessage() {
    out.report(SHORT);
    assertThat(out.takeAll()).isEmpty();
    out.send(CLOCK);
    assertThat(out.takeAll())
        .containsExactly(
            new WorkerAction.SendToMaster(SHORT), new WorkerAction.SendToMaster(CLOCK));
  }

  @Test
  void sendsEachReportOnce() {
    out.report(SHORT);
    out.flush();
    out.flush();
    assertThat(out.takeAll()).containsExactly(new WorkerAction.SendToMaster(SHORT));
  }

  @Test
  void keepsTheOrderOfActions() {
    out.add(new WorkerAction.Forget(1));
    out.note("a");
    assertThat(out.takeAll())
        .containsExactly(new WorkerAction.Forget(1), new WorkerAction.Log("a"));
  }
}
